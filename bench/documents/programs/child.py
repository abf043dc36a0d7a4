"""A process with Typst or WeasyPrint: `child.py NAME FONTS TEMPLATE`. A line of JSON in, a line out.

A line in is a JSON string: what the program gets. FONTS is a JSON file that lists the files of fonts.
"""
import json
import os
import sys
import time


def typst_program(fonts, template):
    import typst

    folders = sorted({os.path.dirname(font["path"]) for font in fonts})
    compiler = typst.Compiler(
        root=os.path.dirname(template), font_paths=folders, ignore_system_fonts=True
    )
    return lambda data: compiler.compile(input=template, format="pdf", sys_inputs={"data": data})


def weasyprint_program(fonts, _template):
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    faces = "".join(
        "@font-face{font-family:'%s';font-weight:%d;font-style:%s;src:url(file://%s)}"
        % (font["family"], font["weight"], "italic" if font["italic"] else "normal", font["path"])
        for font in fonts
    )
    kept = FontConfiguration()
    css = CSS(string=faces, font_config=kept)

    def render(html):
        return HTML(string=html).write_pdf(stylesheets=[css], font_config=kept, pdf_tags=True)

    return render


def main():
    name, fonts_file, template = sys.argv[1:4]
    with open(fonts_file, encoding="utf-8") as file:
        fonts = json.load(file)
    programs = {"typst": typst_program, "weasyprint": weasyprint_program}
    render = programs[name](fonts, template)
    answer({"ready": True})
    for line in sys.stdin:
        task = json.loads(line)
        started, cpu = time.perf_counter(), time.process_time()
        data = render(task["input"])
        ms, cpu_ms = (time.perf_counter() - started) * 1000, (time.process_time() - cpu) * 1000
        if task["file"] is not None:
            with open(task["file"], "wb") as file:
                file.write(data)
        answer({"ms": ms, "cpuMs": cpu_ms, "bytes": len(data), "treeMb": 0})


def answer(value):
    print(json.dumps(value), flush=True)


main()
