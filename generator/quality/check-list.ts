// Lists the quality checks that need neither agents nor a server, in the order of the report.
import type { QualityCheck } from '../../envs/values/quality.ts';
import { coverage } from './coverage.ts';
import { declarations } from './declarations.ts';
import { determinism } from './determinism.ts';
import { difficulty } from './difficulty.ts';
import { floors } from './floors.ts';
import { goldLeaks } from './gold-leaks.ts';
import { isolation } from './isolation.ts';
import { noOp } from './no-op.ts';
import type { QualitySubject } from './quality-subject.ts';
import { soundness } from './soundness.ts';
import { verifier } from './verifier.ts';

export const QUALITY_CHECKS: readonly ((subject: QualitySubject) => QualityCheck)[] = [
  soundness,
  declarations,
  noOp,
  floors,
  verifier,
  determinism,
  (subject) => isolation(subject),
  goldLeaks,
  coverage,
  difficulty,
];
