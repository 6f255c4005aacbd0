// Lists the laws between tools, in the order in which check tests them.
import { answeredAsGiven } from './answered-as-given.ts';
import { changedThenGot } from './changed-then-got.ts';
import { createdThenGot } from './created-then-got.ts';
import { createdThenListed } from './created-then-listed.ts';
import { deletedThenNotFound } from './deleted-then-not-found.ts';
import { deletedThenNotListed } from './deleted-then-not-listed.ts';
import { filtersSelectExactly } from './filters-select-exactly.ts';
import { givenThenGot } from './given-then-got.ts';
import type { Law } from './law.ts';
import { listsWhatItNames } from './lists-what-it-names.ts';
import { notDoneTwice } from './not-done-twice.ts';
import { onlyWhatIsNamed } from './only-what-is-named.ts';
import { pagesCoverOnce } from './pages-cover-once.ts';
import { shownAsStored } from './shown-as-stored.ts';

export const LAWS: readonly Law[] = [
  listsWhatItNames,
  createdThenGot,
  createdThenListed,
  changedThenGot,
  deletedThenNotFound,
  deletedThenNotListed,
  onlyWhatIsNamed,
  givenThenGot,
  answeredAsGiven,
  notDoneTwice,
  shownAsStored,
  filtersSelectExactly,
  pagesCoverOnce,
];
