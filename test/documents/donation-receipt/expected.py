from printed import D, date, document, money

ONES = (
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn"
).split()
TENS = "- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()


def below_hundred(n):
    if n < 20:
        return ONES[n]
    return (f"{ONES[n % 10]}und" if n % 10 else "") + TENS[n // 10]


def in_words(n):
    words = ""
    if n >= 1000:
        words += f"{in_words(n // 1000)}tausend"
        n %= 1000
    if n >= 100:
        words += f"{ONES[n // 100]}hundert"
        n %= 100
    return words + (below_hundred(n) if n or not words else "")


def expect(v):
    euros, rest = divmod(D(v["amount"]), 1)
    lines = [v["charity"], "Bestätigung über Geldzuwendungen"]
    lines.append(
        "im Sinne des § 10b des Einkommensteuergesetzes an eine der in § 5 Abs. 1 Nr. 9 des "
        "Körperschaftsteuergesetzes bezeichneten Körperschaften"
    )
    lines += ["Name und Anschrift des Zuwendenden", v["donor"], "Betrag der Zuwendung in Ziffern"]
    lines += [money(v["amount"], "EUR", "de_DE"), "in Buchstaben"]
    lines.append(f"{in_words(int(euros))} Euro und {in_words(int(rest * 100))} Cent")
    lines += ["Tag der Zuwendung", date(v["received"], "de_DE", "dd.MM.y")]
    waiver = "☒ Ja ☐ Nein" if v["waiver"] == "true" else "☐ Ja ☒ Nein"
    lines.append(f"Es handelt sich um den Verzicht auf Erstattung von Aufwendungen: {waiver}")
    lines.append(f"Es wird bestätigt, dass die Zuwendung nur zur Förderung {v['purpose']} verwendet wird.")
    lines.append(f"Ausgestellt am {date(v['issued'], 'de_DE', 'long')}")
    return document(lines)
