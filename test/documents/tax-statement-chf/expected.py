from decimal import ROUND_HALF_UP

from printed import D, date, document, money, number, percent


def expect(v):
    def chf(x):
        return swiss(money(x, "CHF", "de_CH"))

    income = D(v["income"])
    lines = [f"{v['commune']} Steuerrechnung {v['year']}", v["taxpayer"]]
    lines.append(f"Steuerbares Einkommen CHF {swiss(number(income, 'de_CH'))}")
    lines.append(f"Steuerbares Vermögen CHF {swiss(number(v['wealth'], 'de_CH'))}")
    lines.append("Steuer Einfache Steuer Steuerfuss Genau Betrag")
    total = exact = D(0)
    for x in v["taxes"]:
        tax = D(x["simple"]) * D(x["factor"]) / 100
        exact += tax
        total += to_rappen(tax)
        simple, factor = number(x["simple"], "de_CH", 2), percent(D(x["factor"]) / 100, "de_CH", 2)
        lines.append(swiss(f"{x['name']} {simple} {factor} {number(tax, 'de_CH', 4, 4)} {chf(to_rappen(tax))}"))
    lines.append(f"Total {chf(total)}")
    lines.append(f"Anteil am Einkommen {percent(total / income, 'de_CH', 2)}")
    lines.append(f"Eine von drei Raten {chf(to_rappen(total / 3))}")
    lines.append(f"Rest der Rundung (Rappen) {number(exact % D('0.05') * 100, 'de_CH', 0, 4)}")
    lines.append(f"Zahlbar bis {date(v['due'], 'de_CH', 'long')}")
    return document(lines)


def to_rappen(x):
    """To five Rappen, halves away from zero."""
    return (D(x) * 20).quantize(D(1), ROUND_HALF_UP) / 20


def swiss(text):
    """CLDR 48 has the apostrophe of typewriters for Switzerland, Babel the one before it."""
    return text.replace("’", "'")
