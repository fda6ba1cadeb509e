print("foldbook")
