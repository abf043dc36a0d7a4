/** How much ink the paper of a printing condition takes. */
import type { SceneProfile } from '../../inks/scene-profile.ts';

/** The limit of a printing condition. */
export interface InkLimit {
  /** What it is the limit of, in a sentence. */
  readonly name: string;
  /** All inks together, 1 for a solid one. */
  readonly share: number;
}

/** In percent, of sheet-fed offset on the papers of these conditions, by the names of the ICC's registry. */
const LIMITS: Readonly<Record<string, number>> = {
  FOGRA39: 330,
  FOGRA47: 300,
  FOGRA51: 300,
  FOGRA52: 300,
  'CGATS21-2-CRPC6': 320,
  'CGATS21-2-CRPC5': 300,
};

/** The limit for a page. Of other conditions it is what their profile makes black of: its maker knows. */
export function inkLimit({ profile, condition: { identifier, info } }: SceneProfile): InkLimit {
  const { [identifier]: percent } = LIMITS;
  if (percent !== undefined) return { name: identifier, share: percent / 100 };
  const black = profile.separate([0, 0, 0]).reduce((sum, part) => sum + part, 0);
  return { name: JSON.stringify(info), share: Math.ceil(black * 20 - 1e-6) / 20 };
}
