"""Writes the spreadsheets of spreadsheets.test.ts, and what LibreOffice shows of them.

    apt-get install libreoffice-calc-nogui
    pip install openpyxl xlsxwriter odfpy
    python3 test/spreadsheets/make.py && node test/spreadsheets/make-others.ts

LibreOffice writes the files with the settings of each country. Its "as shown" of OpenDocument and text files is with
these settings, too; that of .xlsx, .xlsm and .xls files is with those of en-US, whose separators Platen shows.
The text files of other programs have these texts in the dialect of the program.
"""

import csv
import datetime
import json
import pathlib
import shutil
import subprocess
import tempfile

import openpyxl
import xlsxwriter
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

folder = pathlib.Path(__file__).parent
files = folder / "files"

NAMES = ["name", "code", "amount", "weight", "share", "day", "fee", "rate", "tel", "note"]
DAYS = ["2026-09-18", "2026-10-02", "1999-12-31", "2026-03-04"]
FEES = [1250.5, 3, 12.25, 999.99]
RATES = [0.15, 0.075, 1, 0.2]
CODES = [7, 42, 123, 1000]
WEIGHTS = [2.5, 10, 0.75, 3]

# Language, separator of Excel's lists, its code page, currency, names, an international and national numbers.
LOCALES = {
    "de-DE": (";", "windows-1252", '#,##0.00 "€"', ["Jürgen Groß", "Zoë Öztürk", "Käthe", "Ada"],
              ["+49 221 123456", "0221 654321", "089 1234567", "030 12345678"],
              ["+49221123456", "+49221654321", "+49891234567", "+493012345678"]),
    "fr-FR": (";", "windows-1252", '#,##0.00 "€"', ["Zoë Lefèvre", "François", "Éloïse", "Ada"],
              ["+33 1 23 45 67 89", "06 12 34 56 78", "02 40 12 34 56", "01 98 76 54 32"],
              ["+33123456789", "+33612345678", "+33240123456", "+33198765432"]),
    "pt-BR": (";", "windows-1252", '"R$" #,##0.00', ["João Conceição", "Inês", "Mateus", "Ada"],
              ["+55 11 91234 5678", "(21) 2345-6789", "(11) 3456-7890", "(31) 99876-5432"],
              ["+5511912345678", "+552123456789", "+551134567890", "+5531998765432"]),
    "en-US": (",", "windows-1252", '"$"#,##0.00', ["Ann O’Neil", "Lovelace, Ada", "Bob", "Grace"],
              ["+1 212 555 0100", "(212) 555-0199", "415-555-2671", "(650) 253-0000"],
              ["+12125550100", "+12125550199", "+14155552671", "+16502530000"]),
    "en-GB": (",", "windows-1252", '"£"#,##0.00', ["Siân", "Lovelace, Ada", "Bob", "Grace"],
              ["+44 20 7946 0018", "020 7946 0001", "0161 496 0000", "07700 900123"],
              ["+442079460018", "+442079460001", "+441614960000", "+447700900123"]),
    "sv-SE": (";", "windows-1252", '#,##0.00 "kr"', ["Åsa Öberg", "Björn", "Märta", "Ada"],
              ["+46 8 123 456 78", "08-123 456 78", "070-123 45 67", "031-123 45 67"],
              ["+46812345678", "+46812345678", "+46701234567", "+46311234567"]),
    "ja-JP": (",", "shift_jis", '#,##0.00"円"', ["田中 太郎", "鈴木 花子", "Ada", "佐藤"],
              ["+81 3 1234 5678", "03-1234-5678", "090-1234-5678", "06-1234-5678"],
              ["+81312345678", "+81312345678", "+819012345678", "+81612345678"]),
    "ru-RU": (";", "windows-1251", '#,##0.00 "руб."', ["Иван Петров", "Анна", "Ёлка", "Ada"],
              ["+7 495 123 45 67", "8 495 765 43 21", "8 (812) 123-45-67", "8 912 345 67 89"],
              ["+74951234567", "+74957654321", "+78121234567", "+79123456789"]),
}


def rows_of(locale):
    _, _, money, names, phones, _ = LOCALES[locale]
    for index, name in enumerate(names):
        day = datetime.date.fromisoformat(DAYS[index])
        yield [
            (name, None), (CODES[index], '"A-"000'), (FEES[index], money), (WEIGHTS[index], '0.0" kg"'),
            (RATES[index], "0.0%"), (day, "m/d/yy"), (FEES[index], "#,##0.00"), (RATES[index], "0.0%"),
            (phones[index], None), ("x" if index == 0 else None, None),
        ]


def write_xlsxwriter(path, locale):
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Data")
    sheet.write_row(0, 0, NAMES)
    for line, row in enumerate(rows_of(locale), 1):
        for column, (value, pattern) in enumerate(row):
            if isinstance(value, datetime.date):
                sheet.write_datetime(line, column, datetime.datetime.combine(value, datetime.time()),
                                     book.add_format({"num_format": 14}))
            elif pattern is not None:
                sheet.write_number(line, column, value, book.add_format({"num_format": pattern}))
            elif value is not None:
                sheet.write_string(line, column, value)
    book.close()


def write_openpyxl(path, locale):
    """A cover, a title above the header, a hidden row, and a note below the rows."""
    book = openpyxl.Workbook()
    cover = book.active
    cover.title = "Cover"
    cover.append(["Guests"])
    cover.append(["Please see the next sheet."])
    sheet = book.create_sheet("Data")
    sheet.append(["Guests of 2026"])
    sheet.merge_cells("A1:J1")
    sheet.append([])
    sheet.append(NAMES)
    for line, row in enumerate(rows_of(locale), 4):
        for column, (value, pattern) in enumerate(row, 1):
            cell = sheet.cell(line, column, value)
            if pattern is not None:
                cell.number_format = pattern
    sheet.row_dimensions[5].hidden = True
    sheet.cell(9, 1, "Total: 4 guests")
    book.save(path)


def write_odfpy(path, shown):
    """As a program writes cells that have a number and the text that it shows."""
    book = OpenDocumentSpreadsheet()
    table = Table(name="Data")
    for line, texts in enumerate(shown):
        row = TableRow()
        for column, text in enumerate(texts):
            kinds = {2: FEES, 6: FEES} if line > 0 else {}
            values = kinds.get(column)
            given = {"valuetype": "float", "value": values[line - 1]} if values else {"valuetype": "string"}
            cell = TableCell(**given)
            cell.addElement(P(text=text))
            row.addElement(cell)
        table.addElement(row)
    book.spreadsheet.addElement(table)
    book.save(path)


def run_office(locale, target, paths, outdir):
    """Converts files with the settings of a country."""
    with tempfile.TemporaryDirectory() as profile:
        user = pathlib.Path(profile) / "user"
        user.mkdir()
        (user / "registrymodifications.xcu").write_text(
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
            'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
            '<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">'
            f"<value>{locale}</value></prop></item></oor:items>"
        )
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", target,
             "--outdir", str(outdir), *map(str, paths)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )


# Commas, UTF-8, cells as shown; -1: every sheet gets a file of its own.
AS_SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true,false,false,-1"


def read_shown(locale, path):
    """What LibreOffice shows of the sheet "Data"."""
    with tempfile.TemporaryDirectory() as out:
        run_office(locale, AS_SHOWN, [path], out)
        [written] = pathlib.Path(out).glob("*-Data.csv")
        with written.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    start = next(index for index, row in enumerate(rows) if row[:2] == NAMES[:2])
    return rows[start:start + 5]


def write_text(path, shown, delimiter, encoding, end="\r\n", first="", ragged=False, **options):
    with path.open("w", encoding=encoding, newline="") as file:
        file.write(first)
        for row in shown:
            cells = row[:-1] if ragged and row[-1] == "" else row
            csv.writer(file, delimiter=delimiter, lineterminator=end, **options).writerow(cells)


def main():
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    expected = []

    def expect(path, locale, shown, encoding=None):
        phones = LOCALES[locale][5]
        rows = [
            {"name": texts[0], "code": texts[1], "amount": texts[2], "weight": texts[3], "share": texts[4],
             "day": DAYS[index], "fee": FEES[index], "rate": RATES[index], "tel": phones[index],
             **({"note": "x"} if index == 0 else {})}
            for index, texts in enumerate(shown[1:])
        ]
        expected.append({"file": path.name, "locale": locale,
                         **({} if encoding is None else {"encoding": encoding}), "rows": rows})

    for locale, (separator, encoding, *_) in LOCALES.items():
        excel = files / f"{locale}-xlsxwriter.xlsx"
        write_xlsxwriter(excel, locale)
        # A workbook of Excel does not say how its author's system writes numbers.
        expect(excel, locale, read_shown("en-US", excel))
        other = files / f"{locale}-openpyxl.xlsm"
        write_openpyxl(other, locale)
        expect(other, locale, read_shown("en-US", other))
        run_office(locale, "ods", [excel], files)
        office = excel.with_suffix(".ods").rename(files / f"{locale}-libreoffice.ods")
        shown = read_shown(locale, office)
        expect(office, locale, shown)
        run_office(locale, "xls:MS Excel 97", [excel], files)
        old = excel.with_suffix(".xls").rename(files / f"{locale}-libreoffice.xls")
        expect(old, locale, read_shown("en-US", old))

        written = files / f"{locale}-excel.csv"
        write_text(written, shown, separator, encoding, ragged=True)
        expect(written, locale, shown, encoding)
        written = files / f"{locale}-excel-unicode.txt"
        write_text(written, shown, "\t", "utf-16")
        expect(written, locale, shown)
        written = files / f"{locale}-google-sheets.csv"
        write_text(written, shown, ",", "utf-8", end="\n")
        expect(written, locale, shown)
        written = files / f"{locale}-libreoffice.csv"
        write_text(written, shown, separator, "utf-8", end="\n", quoting=csv.QUOTE_ALL)
        expect(written, locale, shown)
        if locale == "de-DE":
            written = files / f"{locale}-excel-sep.csv"
            write_text(written, shown, separator, "utf-8-sig", first="sep=;\r\n")
            expect(written, locale, shown)
            written = files / f"{locale}-odfpy.ods"
            write_odfpy(written, shown)
            expect(written, locale, shown)
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n")


main()
