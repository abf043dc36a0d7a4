from printed import D, cents, document, number, percent

SUBJECTS = ["maths", "english", "science"]


def expect(v):
    results = v["results"]
    forms = sorted({x["form"] for x in results}, key=lambda form: (int(form[:-1]), form))
    lines = [v["school"], f"Exam results, {v['term']}: {len(results)} pupils in {len(forms)} classes"]
    for form in forms:
        mine = [x for x in results if x["form"] == form]
        lines += [f"Class {form}", "Rank Pupil Maths English Science Mean"]
        ranked = sorted(mine, key=lambda x: -total(x))
        for rank, x in enumerate(ranked, 1):
            marks = " ".join(number(x[subject], "en_GB") for subject in SUBJECTS)
            mean = number(cents(total(x) / 3, "0.1"), "en_GB", 1)
            lines.append(f"{rank} {x['pupil']} {marks} {mean}")
        means = [cents(sum(D(x[s]) for x in mine) / len(mine), "0.1") for s in SUBJECTS]
        lines.append("Mean of the class " + " ".join(number(mean, "en_GB") for mean in means))
        passed = sum(min(D(x[s]) for s in SUBJECTS) >= 50 for x in mine)
        share = percent(D(passed) / len(mine), "en_GB")
        lines.append(f"{passed} pupil{'' if passed == 1 else 's'} passed every subject ({share}).")
    pages = 3
    return document(lines, pages, foot=lambda page: [f"{v['school']} Page {page} of {pages}"])


def total(x):
    return sum(D(x[subject]) for subject in SUBJECTS)
