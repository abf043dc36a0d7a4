from printed import D, document, number


def expect(v):
    people = int(v["for"])
    minutes = sum(int(x["minutes"]) for x in v["steps"])
    lines = [v["name"], f"For {people} people · {minutes // 60} h {minutes % 60} min", "Ingredients"]
    for x in v["ingredients"]:
        amount = ""
        if "amount" in x:
            amount = number(D(x["amount"]) * people / D(v["serves"]), "en_GB", 0, 2)
            amount += f" {x['unit']}" if x.get("unit") else ""
        lines.append(f"{amount} {x['name']}".strip())
    lines.append("Method")
    for place, x in enumerate(v["steps"], 1):
        # The large number stands on a line of its own.
        lines.append(f"{place} {x['text']} ({x['minutes']} min)")
    return document(lines, areas=[[0, 0, 794, 130], [0, 130, 320, 1123], [320, 130, 794, 1123]])
