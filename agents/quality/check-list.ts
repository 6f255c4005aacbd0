// The quality checks that need a server or players, in the order of the report.
import type { QualityCheck } from '../../envs/values/quality.ts';
import { canary } from './canary.ts';
import { contamination } from './contamination.ts';
import { oracle } from './oracle.ts';
import type { PlayedSubject } from './played-subject.ts';
import { planes } from './planes.ts';

export const PLAYED_CHECKS: readonly ((subject: PlayedSubject) => Promise<QualityCheck> | QualityCheck)[] = [
  oracle,
  planes,
  contamination,
  canary,
];
