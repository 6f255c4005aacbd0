// The work of the processes of `build --jobs N`: builds one domain at a time, into a draft of its folder.
import { DomainBuilder, type BuildOptions, type BuiltDomain } from '../../generator/compile/build.ts';
import type { Waiting } from '../../generator/compile/input.ts';
import type { Job } from './job.ts';

export interface BuildSetup {
  readonly out: string;
  readonly options: Pick<BuildOptions, 'seed' | 'rows' | 'names' | 'discovery'>;
}

export type BuildJob = Job<BuildSetup, Waiting, BuiltDomain>;

export const buildJob: BuildJob = {
  async open({ out, options }) {
    const builder = new DomainBuilder(out, options);
    return { do: (domain) => builder.build({ ...domain, texts: [...domain.texts] }) };
  },
};
