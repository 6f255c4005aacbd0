"""`vf-validate` on three environments: gold of every task is worth 1, and an untouched session is worth 0."""

import json
import pathlib
import sys
import tempfile

from subjects import FOLDERS, export, name_of, run, tasks_of, tell

url, token = sys.argv[1:3]
faults, played, notes = [], 0, []
with tempfile.TemporaryDirectory() as place:
    for folder in FOLDERS:
        name = name_of(folder)
        package = export(folder, "verifiers", place)
        # the package leaves out tasks that doing nothing solves; one of two twins may be such a task
        count = len(next(package.rglob("rows.jsonl")).read_text(encoding="utf-8").splitlines())
        left = tasks_of(folder) - count
        if count < 0.9 * tasks_of(folder):
            faults.append(f"{name}: the package holds {count} of {tasks_of(folder)} tasks")
        status, _, errors = run(sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-deps", "--force-reinstall", str(package))
        if status != 0:
            faults.append(f"{name} does not install: {errors.strip().splitlines()[-1]}")
            continue
        out = pathlib.Path(place) / f"out-{name}"
        command = ["vf-validate", f"callgym-{name}", "--runtime.type", "subprocess", "--no-rich", "--output-dir", str(out), "--run.name", "all"]
        status, _, errors = run(*command, env={"CALLGYM_URL": url, "CALLGYM_TOKEN": token})
        summaries = list(out.rglob("summary.json"))
        if status != 0 or not summaries:
            faults.append(f"{name}: vf-validate ended with {status}: {(errors.strip() or '-').splitlines()[-1]}")
            continue
        summary = json.loads(summaries[0].read_text())
        rows = [json.loads(line) for line in summaries[0].with_name("results.jsonl").read_text().splitlines()]
        golds = sum(row["gold"]["valid"] is True for row in rows)
        noops = sum(row["noop"]["valid"] is True and row["noop"]["reward"] == 0 for row in rows)
        played += summary["total"]
        notes.append(f"{name} {golds}/{count} gold, {noops}/{count} no-op" + (f", {left} twin left out" if left else ""))
        if not (golds == noops == summary["total"] == count):
            faults.append(f"{name}: {next((row['error'] for row in rows if row['error']), 'a count is wrong')}")
tell("vf-validate", ["verifiers"], played, faults, "; ".join(notes))
