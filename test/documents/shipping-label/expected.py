from printed import D, date, document, money, number


def expect(v):
    pounds, ounces = D(v["pounds"]), D(v["ounces"])
    kilograms = (pounds * 16 + ounces) * D("0.028349523125")
    code = v["tracking"]
    street = v["from"].split("\n")
    lines = [*street, date(v["ship"], "en_US", "MMM dd, y")]
    lines.append(f"{pounds} lb {number(ounces, 'en_US', 0, 1)} oz ({number(kilograms, 'en_US', 3, 3)} kg)")
    lines += [f"{v['box']} of {v['boxes']}", f"Charge {money(D(v['charge']) * D(v['boxes']), 'USD', 'en_US')}"]
    lines += [v["service"].upper(), "SHIP TO", *v["to"].split("\n"), v["to"][-5:]]
    lines.append(" ".join(code[at : at + 4] for at in range(0, 16, 4)))
    return document(lines, areas=[[0, 0, 215, 84], [215, 0, 384, 84], [0, 84, 384, 576]], warnings=["TEXT_SHRUNK"])
