from printed import D, date, document, money, number

KINDS = ["Lastschrift", "Überweisung", "Kartenzahlung", "Dauerauftrag", "Gutschrift"]
NAMES = ["Stadtwerke", "Bäckerei Öz", "Buchhandlung Weiß", "Mietverein", "Fahrradladen", "Café Süd", "Apotheke am Markt"]
ENTRIES = 1900


def make_values():
    entries = []
    state = 7
    for place in range(ENTRIES):
        state = (state * 1103515245 + 12345) % 2**31
        kind = KINDS[state // 7 % 5]
        amount = D(state // 11 % 25000 + 1) / 100
        text = f"{kind} {NAMES[state // 13 % 7]}"
        # Some have a second line.
        if state // 17 % 5 == 0:
            text += f"\nReferenz {state // 19 % 100000:05d}"
        amount = amount * 4 if kind == "Gutschrift" else -amount
        entries.append({"day": f"2026-{place // 159 + 1:02d}-{place % 28 + 1:02d}", "text": text, "amount": str(amount)})
    return {"holder": "Jörg Größe", "iban": "DE89 3704 0044 0532 0130 00", "opening": "10250.37", "entries": entries}


# Heights in pixels: a line of 11 px has 15.4, cells have 8 around it, and rows 1 of a line above them.
HEADER, ROW, LONG_ROW = 24, 25, 40
ROOM, HEADING = 1123 - 2 * 48 - 44, 36 + 16 + 40 + 16


def height(entry):
    return LONG_ROW if "\n" in entry["text"] else ROW


def divide(entries):
    """The entries of each page, which ends with the sum so far unless all that is left has room."""
    pages, rest = [], list(entries)
    while rest:
        room = ROOM - HEADER - (ROW if pages else HEADING)
        if sum(map(height, rest)) + ROW <= room:
            pages.append(rest)
            break
        taken = []
        while rest and sum(map(height, taken)) + height(rest[0]) + ROW <= room:
            taken.append(rest.pop(0))
        # The total takes a row along.
        if not rest:
            rest.append(taken.pop())
        pages.append(taken)
    return pages


def expect(v):
    def eur(x):
        return money(x, "EUR", "de_DE")

    count = number(len(v["entries"]), "de_DE")
    pages = divide(v["entries"])
    assert len(pages) == 60
    title = ["Kontoauszug 2026", f"{v['holder']}, {v['iban']}: {count} Buchungen", f"Alter Saldo: {eur(v['opening'])}"]
    balance = D(v["opening"])
    lines, heads, feet = [], [], []
    for place, entries in enumerate(pages):
        brought = [f"Übertrag der vorigen Seite {eur(balance)}"] if place else []
        heads.append((title if place == 0 else []) + ["Tag Buchung Betrag Saldo"] + brought)
        for x in entries:
            balance += D(x["amount"])
            first, *others = x["text"].split("\n")
            lines += [f"{date(x['day'], 'de_DE')} {first} {eur(x['amount'])} {eur(balance)}", *others]
        label = "Übertrag" if place < len(pages) - 1 else "Neuer Saldo"
        feet.append([f"{label} {eur(balance)}", f"Seite {place + 1} von {len(pages)}"])
    return document(lines, len(pages), head=lambda page: heads[page - 1], foot=lambda page: feet[page - 1])
