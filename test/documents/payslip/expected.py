from printed import D, cents, date, document, money, number, percent


def expect(v):
    def eur(x):
        return money(x, "EUR", "de_DE")

    lines = [f"{v['employer']} Abrechnung {date(v['month'], 'de', 'LLLL y')}"]
    lines += [f"{v['employee']} Personalnummer {v['number']}", "Bezüge", "Lohnart Stunden Satz Betrag"]
    gross = D(0)
    for item in v["earnings"]:
        amount = cents(D(item.get("hours", 1)) * D(item["rate"]))
        hours = number(item["hours"], "de_DE", 2) if "hours" in item else ""
        lines.append(f"{item['label']} {hours} {eur(item['rate'])} {eur(amount)}")
        gross += amount
    lines += [f"Brutto {eur(gross)}", "Abzüge", "Abzug Grundlage Satz Betrag"]
    deducted = D(0)
    for item in v["deductions"]:
        amount = cents(D(item["base"]) * D(item["rate"]) / 100)
        rate = percent(D(item["rate"]) / 100, "de_DE", 3)
        lines.append(f"{item['label']} {eur(item['base'])} {rate} {eur(-amount)}")
        deducted += amount
    lines.append(f"Summe der Abzüge {eur(-deducted)}")
    lines.append(f"Auszahlung am {date(v['paid'], 'de', 'long')} {eur(gross - deducted)}")
    lines.append(f"Überweisung auf {v['iban']}")
    return document(lines)
