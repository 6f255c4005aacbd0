// The path of the plan in the folder of an environment that a model wrote.
import { join } from 'node:path';

export const PLAN_FILE = join('author', 'plan.json');
