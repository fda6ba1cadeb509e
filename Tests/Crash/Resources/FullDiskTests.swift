import ProgramRunning
import Testing

/// Disks that are full or almost, and limits on what a process may write or map.
struct FullDiskTests {
  /// What is tried with little room; `COMMIT` says how many commits each adds.
  private static let commands = """
    commands=(
      "add 8.40 Bakery"
      "import large.csv --account Card"
      "recategorise --where text:Payee-small --to Groceries"
      "undo 2 --cascade"
      "replay"
      "settings month-start-day 25"
      "list"
    )
    commits() { fb log --csv 2>/dev/null | wc -l; }

    """

  /// Runs every command with every amount of free space, then gives the room back and looks.
  private static func fullDiskScript(mount: String, stepBytes: Int, mostBytes: Int) -> String {
    commands + """
      mkdir disk
      \(mount)
      export FOLDBOOK_FILE=$PWD/disk/ledger.foldbook
      fb init --currency EUR >output && fb import small.csv --account Checking >output && fb add 5 Shop >output || exit 9
      mkdir saved && cp -p disk/ledger.foldbook* saved/
      before=$(commits)
      for lock in with without; do
        for free in $(seq 0 \(stepBytes) \(mostBytes)); do
          for command in "${commands[@]}" "init --file $PWD/disk/new/other.foldbook --currency EUR"; do
            rm -rf disk/ledger* disk/new disk/filler; cp -p saved/* disk/
            [ $lock = with ] || rm -f disk/ledger.foldbook-lock
            fill disk $free
            label="$command, $free bytes free, $lock lock file"
            result "$label" fb $command
            ls disk | grep -q '[.]new-' && result "$label: left behind" false
            rm -f disk/filler
            result "$label: verify" fb verify
            result "$label: replay --check" fb replay --check
            printf '%s\\t%s\\t\\n' "$label: commits" $(($(commits) - before))
            case $command in init*) rm -rf disk/new;; esac
            result "$label: again" fb $command
          done
        done
      done
      """
  }

  /// Checks groups of results: a command, then what the ledger was like afterwards.
  private func check(_ results: [IsolatedShell.Result], of what: String) throws {
    var fullCount = 0
    for start in stride(from: 0, to: results.count, by: 5) {
      let group = Array(results[start..<min(start + 5, results.count)])
      try #require(group.count == 5, "\(group)")
      let (tried, verified, replayed, commits, again) = (group[0], group[1], group[2], group[3], group[4])
      #expect([0, 74].contains(tried.exitCode), "\(tried)")
      #expect(verified.exitCode == 0, "\(verified)")
      #expect(replayed.exitCode == 0, "\(replayed)")
      let word = tried.label.prefix { $0 != " " && $0 != "," }
      let changes = tried.exitCode == 0 && !["replay", "list", "init"].contains(word)
      #expect(commits.exitCode == (changes ? 1 : 0), "\(tried) and then \(commits)")
      // What was done already may be refused, as undoing twice is.
      #expect(again.exitCode == 0 || tried.exitCode == 0 && again.exitCode == 65, "\(again)")
      if word == "list" { #expect(tried.exitCode == 0, "\(tried)") }
      if tried.exitCode == 74 {
        fullCount += 1
        #expect(tried.message.contains("full") || tried.message.contains("No space"), "\(tried)")
      }
    }
    #expect(fullCount > 0)
    Extent.report("\(what): \(results.count / 5) commands, \(fullCount) found no room")
  }

  @Test
  func `a full disk is an error, and nothing of the change is there`() throws {
    guard IsolatedShell.canMount(for: "a full disk") else { return }
    let script = FullDiskTests.fullDiskScript(
      mount: "mount -t tmpfs -o size=3m tmpfs disk || exit 9", stepBytes: Extent.isSoak ? 4_096 : 49_152,
      mostBytes: 160_000)
    try check(IsolatedShell().run(script, mounts: true), of: "full tmpfs")
  }

  @Test
  func `a full ext4 is an error, and nothing of the change is there`() throws {
    guard IsolatedShell.canMount(for: "a full ext4"), IsolatedShell.isRoot(for: "a full ext4") else { return }
    let make = """
      truncate -s 6M image && mkfs.ext4 -q -m 0 -F image || exit 9
      if ! mount -o loop image disk 2>reason; then
        printf 'no loop device\\t0\\t%s\\n' "$(tr '\\n\\t' '  ' <reason)"; exit 0
      fi
      """
    let script = FullDiskTests.fullDiskScript(
      mount: make, stepBytes: Extent.isSoak ? 4_096 : 98_304, mostBytes: Extent.isSoak ? 160_000 : 98_304)
    let results = try IsolatedShell().run(script, mounts: true)
    if let reason = results.first, reason.label == "no loop device" {
      return print("SKIPPED: a full ext4: \(reason.message)")
    }
    try check(results, of: "full ext4")
  }

  @Test
  func `a limit on the size of files is an error, and nothing of the change is there`() throws {
    let script =
      FullDiskTests.commands + """
        export FOLDBOOK_FILE=$PWD/disk/ledger.foldbook
        fb init --currency EUR >output && fb import small.csv --account Checking >output && fb add 5 Shop >output || exit 9
        mkdir saved && cp -p disk/ledger.foldbook* saved/
        before=$(commits)
        limited() { (ulimit -f $1; shift; fb "$@"); }
        for limit in \(Extent.isSoak ? "$(seq 8 4 200)" : "8 40 96 200"); do
          for command in "${commands[@]}" "init --file $PWD/disk/new/other.foldbook --currency EUR"; do
            rm -rf disk/ledger* disk/new; cp -p saved/* disk/
            label="$command, files of $limit KB"
            result "$label" limited $limit $command
            result "$label: verify" fb verify
            result "$label: replay --check" fb replay --check
            printf '%s\\t%s\\t\\n' "$label: commits" $(($(commits) - before))
            case $command in init*) rm -rf disk/new;; esac
            result "$label: again" fb $command
          done
        done
        """
    let results = try IsolatedShell().run(script)
    for start in stride(from: 0, to: results.count, by: 5) {
      let (tried, commits) = (results[start], results[start + 3])
      #expect([0, 74].contains(tried.exitCode), "\(tried)")
      if tried.exitCode == 74 {
        #expect(tried.message.contains("size limit") || tried.message.contains("too large"), "\(tried)")
        #expect(commits.exitCode == 0, "\(commits)")
      }
      #expect(results[start + 1].exitCode == 0 && results[start + 2].exitCode == 0, "\(results[start + 1])")
      #expect(results[start + 4].exitCode == 0 || tried.exitCode == 0, "\(results[start + 4])")
    }
    #expect(results.contains { $0.exitCode == 74 })
    Extent.report(
      "limits on files: \(results.count / 5) commands, \(results.filter { $0.exitCode == 74 }.count) refused")
  }

  @Test
  func `a limit on memory is an error, never a signal`() throws {
    let script =
      FullDiskTests.commands + """
        export FOLDBOOK_FILE=$PWD/disk/ledger.foldbook
        fb init --currency EUR >output && fb import small.csv --account Checking >output && fb add 5 Shop >output || exit 9
        mkdir saved && cp -p disk/ledger.foldbook* saved/
        limited() { (ulimit -v $1; shift; exec "$FOLDBOOK_BIN" "$@" --now 2026-10-20); }
        for limit in \(Extent.isSoak ? "$(seq 8000 1000 60000)" : "14000 16000 20000 26000 40000"); do
          # Below this the system can't start the program at all.
          if ! limited $limit --version >output 2>&1; then continue; fi
          for command in "${commands[@]}" "import big.csv --account Card" \\
            "init --file $PWD/disk/new/other.foldbook --currency EUR"; do
            rm -rf disk/ledger* disk/new; cp -p saved/* disk/
            label="$command, $limit KB of memory"
            result "$label" limited $limit $command
            result "$label: verify" fb verify
          done
        done
        """
    let shell = try IsolatedShell()
    try shell.program.write(FaultScript.statement("big", rowCount: 60_000), to: "big.csv")
    let results = try shell.run(script)
    for result in results {
      let isVerification = result.label.hasSuffix("verify")
      #expect(isVerification ? result.exitCode == 0 : [0, 74].contains(result.exitCode), "\(result)")
    }
    #expect(results.contains { $0.exitCode == 0 } && results.contains { $0.exitCode == 74 })
    Extent.report(
      "limits on memory: \(results.count / 2) commands, \(results.filter { $0.exitCode == 74 }.count) refused")
  }
}
