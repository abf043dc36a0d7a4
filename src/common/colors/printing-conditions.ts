/** Printing conditions: a press, its inks and its paper, as the registry of the ICC names them. */

/** The conditions whose profiles are part of Platen. */
export const CONDITION_NAMES = ['FOGRA39', 'FOGRA47', 'GRACoL2013', 'SWOP2013'] as const;

/** The name of a condition whose profile is part of Platen. */
export type ConditionName = (typeof CONDITION_NAMES)[number];

/** The condition of a template that names none. */
export const DEFAULT_CONDITION: ConditionName = 'FOGRA39';

/** Conditions whose profiles may not be passed on: a template takes the file with it. */
const foreign: Readonly<Record<string, { readonly file: string; readonly owner: string }>> = {
  FOGRA51: { file: 'PSOcoated_v3.icc', owner: 'the European Color Initiative' },
  FOGRA52: { file: 'PSOuncoated_v3_FOGRA52.icc', owner: 'the European Color Initiative' },
  JapanColor2011: { file: 'JapanColor2011Coated.icc', owner: 'the Japan Printing Machinery Association' },
};

/** Whether a template's `outputProfile` is the name of a condition. */
export function isConditionName(name: string): name is ConditionName {
  return (CONDITION_NAMES as readonly string[]).includes(name);
}

/** Whether a template's `outputProfile` names a file of its folder. */
export function isProfilePath(name: string): boolean {
  return /\.ic[cm]$/iu.test(name);
}

/** The condition of an `outputProfile` that is no file. */
export function conditionName(outputProfile: string | undefined): ConditionName {
  return outputProfile !== undefined && isConditionName(outputProfile) ? outputProfile : DEFAULT_CONDITION;
}

/** Why an `outputProfile` is neither a condition nor a file; a sentence. */
export function describeUnknownCondition(name: string): string {
  const known = `Available are ${CONDITION_NAMES.join(', ')}, and files of the template (.icc, .icm).`;
  const { [name]: owner } = foreign;
  if (owner === undefined) return `There is no printing condition ${JSON.stringify(name)}. ${known}`;
  return (
    `The profile of ${name} is not part of Platen: its licence lets only ${owner.owner} pass it on. ` +
    `It is free there: upload "${owner.file}" to the template, and name that file here. ${known}`
  );
}
