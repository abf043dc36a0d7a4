from printed import document, money, number

COLUMNS = [[0, 0, 280, 1083], [280, 0, 510, 1083], [510, 0, 794, 1083], [0, 1083, 794, 1123]]
ON_FIRST_PAGE = 4


def expect(v):
    """The cards of a page stand in three columns, which are read from the top to the bottom."""
    products = v["products"]
    sold_out = sum(x["stock"] == "0" for x in products)
    pages = [products[: 3 * ON_FIRST_PAGE], products[3 * ON_FIRST_PAGE :]]
    lines = []
    for page, on_page in enumerate(pages, 1):
        if page == 1:
            lines += [v["shop"], f"{len(products)} products, {sold_out} sold out"]
        for column in range(3):
            for x in on_page[column::3]:
                lines += list(card(x))
        lines.append(f"{page}/{len(pages)}")
    return document(lines, len(pages), areas=COLUMNS)


def card(x):
    yield x["name"]
    yield x["about"]
    was = f" {money(x['was'], 'CAD', 'en_CA')}" if "was" in x else ""
    yield f"{money(x['price'], 'CAD', 'en_CA')}{was}"
    stock = int(x["stock"])
    yield "Sold out" if stock == 0 else "Last one" if stock == 1 else f"{number(stock, 'en_CA')} in stock"
