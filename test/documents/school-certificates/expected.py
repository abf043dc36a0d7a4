from printed import D, cents, date, document, number

NAMES = {1: "sehr gut", 2: "gut", 3: "befriedigend", 4: "ausreichend", 5: "mangelhaft"}
SUBJECTS = {"german": "Deutsch", "maths": "Mathematik", "english": "Englisch", "art": "Kunst"}


def expect(v):
    lines = []
    for sheet, x in enumerate(v["pupils"], 1):
        marks = [int(x[subject]) for subject in SUBJECTS]
        lines += [v["school"], "Zeugnis", f"Schuljahr {v['year']} · Klasse {x['form']}", x["name"]]
        lines.append(f"geboren am {date(x['born'], 'de_DE', 'long')}")
        lines += [f"{name} {NAMES[mark]} ({mark})" for name, mark in zip(SUBJECTS.values(), marks)]
        lines.append(f"Durchschnitt {number(cents(D(sum(marks)) / 4, '0.1'), 'de_DE', 1)}")
        lines += [x["remark"]] if x["remark"] else []
        promoted = "wird versetzt" if max(marks) <= 4 else "wird auf Probe versetzt"
        lines.append(f"{promoted} in die Klasse {int(x['form'][0]) + 1}{x['form'][1:]}")
        lines.append(f"{date(v['issued'], 'de_DE', 'long')} · Blatt {sheet}")
    return document(lines, len(v["pupils"]))
