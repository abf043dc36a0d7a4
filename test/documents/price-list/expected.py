from printed import D, cents, date, document, money, number


def expect(v):
    lines = ["Price list Preisliste"]
    valid = v["valid"]
    lines.append(f"Valid from {date(valid, 'en_GB', 'long')} Gültig ab {date(valid, 'en_GB', 'dd/MM/y')}")
    kinds = dict.fromkeys((x["kind_en"], x["kind_de"]) for x in v["items"])
    for english, german in kinds:
        lines += [f"{english} {german}", "Article Artikel € £"]
        for x in sorted((x for x in v["items"] if x["kind_en"] == english), key=sort_key):
            pounds = cents(D(x["price"]) * D(v["rate"]))
            prices = f"{number(x['price'], 'en_GB', 2, 2)} {number(pounds, 'en_GB', 2, 2)}"
            lines.append(f"{x['name_en']} {x['name_de']} {prices}")
    prices = [D(x["price"]) for x in v["items"]]
    span = f"from {money(min(prices), 'EUR', 'en_GB')} to {money(max(prices), 'EUR', 'en_GB')}"
    lines.append(f"1 € = £{number(v['rate'], 'en_GB', 4, 4)} · {len(prices)} articles {span}")
    return document(lines)


def sort_key(x):
    return x["name_en"].replace("É", "E").lower()
