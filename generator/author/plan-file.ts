// Where the plan of an environment that a model wrote lies in its folder.
import { join } from 'node:path';

export const PLAN_FILE = join('author', 'plan.json');
