#!/usr/bin/env python3
"""Record what an engine says of positions, without any code of fairplay: the file second.jsonl.gz was made so.

    record.py second 16 200000 50000 COMMAND... <../../analysis/behaviour/positions.txt | gzip -9n >second.jsonl.gz

The arguments are the name of the recipe, Hash in MiB, the nodes of the deep and of the wide pass, and the engine with
its own arguments. Every pass has a process of its own, so that nothing can be left from another. README.md has the format.
"""
import json, subprocess, sys


def search(command, hash_mib, fen, multipv, nodes):
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(commands, answer):
        engine.stdin.write("".join(c + "\n" for c in commands))
        engine.stdin.flush()
        for line in engine.stdout:
            if line.startswith(answer):
                return line.split()
            lines.append(line.split())
        raise EOFError("the engine ended")

    lines = []
    ask(["uci"], "uciok")
    ask([f"setoption name {name} value {value}" for name, value in (("Threads", 1), ("Hash", hash_mib), ("MultiPV", multipv))]
        + ["ucinewgame", "isready"], "readyok")
    lines.clear()
    best = ask(["position fen " + fen, f"go nodes {nodes}"], "bestmove")[1]
    engine.stdin.write("quit\n")
    engine.stdin.close()
    engine.wait()
    said = []
    for t in lines:
        if t[:1] == ["info"] and "multipv" in t and "pv" in t:
            i = t.index("score")
            line = [int(t[t.index("depth") + 1]), int(t[t.index("multipv") + 1]), t[t.index("pv") + 1], t[i + 1], int(t[i + 2])]
            said.append(line + [w for w in t[i + 3:i + 4] if w in ("lowerbound", "upperbound")])
    return {"multipv": multipv, "nodes": nodes, "lines": said, "bestmove": best}


def main():
    recipe, hash_mib, deep, wide = sys.argv[1], *map(int, sys.argv[2:5])
    for fen in map(str.strip, sys.stdin):
        passes = {name: search(sys.argv[5:], hash_mib, fen, *limits) for name, limits in (("deep", (1, deep)), ("wide", (50, wide)))}
        print(json.dumps({"recipe": recipe, "hash_mib": hash_mib, "fen": fen, **passes}), flush=True)


main()
