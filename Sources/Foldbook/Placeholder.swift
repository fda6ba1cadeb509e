// Foldbook
