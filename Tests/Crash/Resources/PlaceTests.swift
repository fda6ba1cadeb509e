import ProgramRunning
import Testing

/// Ledgers in places that can't be written or read, belong to others, or go away.
struct PlaceTests {
  private typealias Result = IsolatedShell.Result

  private static let start = """
    umask 022
    mkdir disk
    export FOLDBOOK_FILE=$PWD/disk/ledger.foldbook
    make() {
      fb init --currency EUR >output && fb import small.csv --account Checking >output && fb add 5 Shop >output || exit 9
    }
    reading=("list" "dashboard" "log" "stats" "verify" "replay --check" "export --format jsonl")
    writing=("add 8.40 Bakery" "import large.csv --account Card" "undo" "replay" "settings month-start-day 25")

    """

  private func expect(_ results: [Result], _ codes: [String: Int]) {
    for result in results {
      let kind = result.label.prefix { $0 != ":" }
      let expected = codes[String(kind)]
      #expect(expected == result.exitCode, "\(result); expected \(expected.map(String.init) ?? "nothing")")
    }
    for kind in codes.keys {
      #expect(results.contains { $0.label.hasPrefix(kind + ":") }, "nothing was tried of: \(kind)")
    }
  }

  @Test(arguments: ["with", "without"])
  func `a ledger on a read-only file system is read but not written`(_ lock: String) throws {
    guard IsolatedShell.canMount(for: "a read-only file system") else { return }
    let script =
      PlaceTests.start + """
        mount -t tmpfs -o size=4m tmpfs disk || exit 9
        make
        [ \(lock) = with ] || rm disk/ledger.foldbook-lock
        mount -o remount,ro disk || exit 9
        for command in "${reading[@]}"; do result "read: $command" fb $command; done
        for command in "${writing[@]}"; do result "write: $command" fb $command; done
        result "create: init" fb init --currency EUR --file disk/other.foldbook
        result "create: in a new folder" fb init --currency EUR --file disk/new/other.foldbook
        """
    let results = try IsolatedShell().run(script, mounts: true)
    expect(results, ["read": 0, "write": 77, "create": 77])
  }

  @Test
  func `a ledger of somebody else is read and written as far as its modes allow`() throws {
    guard IsolatedShell.isRoot(for: "a ledger of somebody else") else { return }
    let script =
      PlaceTests.start + """
        as() { setpriv --reuid=65534 --regid=65534 --clear-groups "$FOLDBOOK_BIN" "$@" --now 2026-10-20; }
        make
        # Mode 0600 in a folder that all may look into.
        for command in "${reading[@]}" "${writing[@]}"; do result "private: $command" as $command; done
        result "taken: init" as init --currency EUR
        # May be read, with and without a lock file that this user may not write.
        chmod 644 disk/ledger.foldbook
        for command in "${reading[@]}"; do result "readable: $command" as $command; done
        rm disk/ledger.foldbook-lock
        for command in "${reading[@]}"; do result "readable, no lock: $command" as $command; done
        for command in "${writing[@]}"; do result "not writable: $command" as $command; done
        # This user's own, in a folder where it can make nothing.
        chown 65534:65534 disk/ledger.foldbook
        chmod 600 disk/ledger.foldbook
        for command in "${reading[@]}"; do result "own: $command" as $command; done
        for command in "${writing[@]}"; do result "own, not writable: $command" as $command; done
        # In a folder that only its owner may enter.
        chmod 700 disk
        for command in "${reading[@]}" "${writing[@]}"; do result "closed folder: $command" as $command; done
        result "closed folder: init" as init --currency EUR --file disk/other.foldbook
        chmod 755 disk
        result "create: init" as init --currency EUR --file disk/other.foldbook
        result "create: in a new folder" as init --currency EUR --file disk/new/other.foldbook
        result "whole: verify" fb verify
        """
    let results = try IsolatedShell().run(script)
    expect(
      results,
      [
        "private": 77, "taken": 73, "readable": 0, "readable, no lock": 0, "not writable": 77, "own": 0,
        "own, not writable": 77, "closed folder": 77, "create": 77, "whole": 0,
      ])
  }

  @Test
  func `a symbolic link in the way is not followed, and one to a ledger is`() throws {
    let script =
      PlaceTests.start + """
        make
        echo precious >victim; chmod 644 victim
        # To a ledger: it is the same ledger, with its own lock file.
        ln -s "$PWD/disk/ledger.foldbook" linked.foldbook
        result "to a ledger: add" fb add 1 Shop --file linked.foldbook
        result "to a ledger: verify" fb verify --file linked.foldbook
        result "to a ledger: no lock file of its own" test ! -e linked.foldbook-lock
        # In the place of the lock file.
        mv disk/ledger.foldbook-lock lock; ln -s "$PWD/victim" disk/ledger.foldbook-lock
        result "lock: list" fb list
        result "lock: add" fb add 1 Shop
        rm disk/ledger.foldbook-lock
        # In the place of the anchor: what it leads to is not touched, and the ledger works.
        mv disk/ledger.foldbook-anchor anchor; ln -s "$PWD/victim" disk/ledger.foldbook-anchor
        result "anchor: list" fb list
        result "anchor: add" fb add 1 Shop
        result "anchor: verify" fb verify
        rm disk/ledger.foldbook-anchor
        result "untouched: victim" test "$(cat victim)" = precious
        # To nothing: not a ledger, and not a place for one.
        ln -s "$PWD/nothing" dangling.foldbook
        result "dangling, read: list" fb list --file dangling.foldbook
        for command in "init --currency EUR" "add 1 Shop --currency EUR" "import small.csv --currency EUR --account A"; do
          result "dangling, create: $command" fb $command --file dangling.foldbook
        done
        result "untouched: nothing" test ! -e nothing
        # To itself.
        ln -s loop.foldbook loop.foldbook
        result "loop: list" fb list --file loop.foldbook
        result "loop: init" fb init --currency EUR --file loop.foldbook
        # A file in the place of a folder.
        result "file for a folder, create: init" fb init --currency EUR --file victim/ledger.foldbook
        result "file for a folder, create: deeper" fb add 1 Shop --currency EUR --file victim/deeper/ledger.foldbook
        result "file for a folder, read: list" fb list --file victim/ledger.foldbook
        # Neither a file nor a folder.
        mkfifo pipe.foldbook
        result "pipe: list" fb list --file pipe.foldbook
        result "pipe, create: init" fb init --currency EUR --file pipe.foldbook
        """
    expect(
      try IsolatedShell().run(script),
      [
        "to a ledger": 0, "lock": 73, "anchor": 0, "untouched": 0, "dangling, read": 66, "dangling, create": 73,
        "loop": 73, "file for a folder, create": 73, "file for a folder, read": 66, "pipe": 76, "pipe, create": 73,
      ])
  }

  @Test
  func `what is made is this user's only, whatever the mask`() throws {
    let script = """
      for mask in 000 022 077 027; do
        (
          umask $mask
          export FOLDBOOK_FILE=$PWD/home-$mask/a/b/ledger.foldbook
          fb add 5 Shop --currency EUR >output && fb add 6 Shop >output && fb list >output || exit 9
        )
        for path in home-$mask home-$mask/a home-$mask/a/b; do
          result "folder: $path, mask $mask" test "$(stat -c %a $path)" = 700
        done
        for name in ledger.foldbook ledger.foldbook-lock ledger.foldbook-anchor; do
          result "file: $name, mask $mask" test "$(stat -c %a home-$mask/a/b/$name)" = 600
        done
        result "nothing else: mask $mask" test "$(ls home-$mask/a/b | wc -l)" = 3
      done
      """
    expect(try IsolatedShell().run(script), ["folder": 0, "file": 0, "nothing else": 0])
  }

  @Test
  func `a change whose acknowledgement can't be printed is said to be made`() throws {
    let script =
      PlaceTests.start + """
        make
        full() { fb "$@" >/dev/full; }
        result "made: add" full add 1 Shop
        result "made: import" full import large.csv --account Card
        result "made: undo" full undo
        result "read: list" full list
        result "whole: verify" fb verify
        result "whole: commits" test "$(fb log --csv | wc -l)" = 7
        """
    let results = try IsolatedShell().run(script)
    expect(results, ["made": 74, "read": 74, "whole": 0])
    for result in results where result.label.hasPrefix("made") {
      #expect(result.message.contains("was made, but not acknowledged"), "\(result)")
    }
  }

  /// Something that happens to a ledger while a writer waits for its lock.
  static let departures: [(what: String, how: String, codes: [Int])] = [
    ("its folder is removed", "rm -rf disk", [66]),
    ("its folder is renamed", "mv disk elsewhere", [66]),
    ("the ledger is removed", "rm disk/ledger.foldbook", [66]),
    ("another ledger is moved over it", "mv other.foldbook disk/ledger.foldbook", [76]),
    ("the ledger is cut to nothing", ": >disk/ledger.foldbook", [76]),
  ]

  @Test(arguments: departures.indices)
  func `a ledger that goes away while a command waits is missed, not made anew`(_ index: Int) throws {
    let departure = PlaceTests.departures[index]
    let script =
      PlaceTests.start + """
        make
        fb init --currency EUR --file other.foldbook >output || exit 9
        mkfifo held
        flock -x disk/ledger.foldbook bash -c 'read <held' &
        holder=$!
        until ! flock -n -x disk/ledger.foldbook true; do sleep 0.01; done
        (result "waited: add" fb add 8.40 Bakery) >told &
        waiting=$!
        # It has opened the ledger once it holds the lock file.
        until ls -l /proc/[0-9]*/fd 2>/dev/null | grep -q "$PWD/disk/ledger.foldbook-lock"; do sleep 0.01; done
        sleep 0.1
        \(departure.how)
        echo >held
        wait $waiting; wait $holder
        cat told
        [ -e elsewhere ] && mv elsewhere disk
        case "\(departure.how)" in
          mv\\ disk*|mv\\ other*) result "whole: verify" fb verify --accept-rollback;;
          rm*) result "whole: nothing made" test ! -s disk/ledger.foldbook;;
          *) result "whole: nothing" true;;
        esac
        """
    let results = try IsolatedShell().run(script)
    let waited = try #require(results.first { $0.label == "waited: add" }, "\(results)")
    #expect(departure.codes.contains(waited.exitCode), "\(departure.what): \(waited)")
    #expect(results.contains { $0.label.hasPrefix("whole") && $0.exitCode == 0 }, "\(departure.what): \(results)")
  }
}
