// Names of arguments that agent and service exchange and no conversation mentions, such as expected_version, etag and
// idempotency_key.
import { ownWords, snakeOf } from './split-words.ts';

const UNSPOKEN = /(?:^|_)(?:version|revision|etag|stamp|idempotency_key|client_key|cursor)$/;
const PLAIN = /^(?:version|revision)$/;
/** Matches words of tools that take a version as their thing, such as restore_version. */
const OF_VERSIONS = /^(?:version|revision|restore|revert|rollback|roll|install|upgrade|downgrade|publish|release|tag)$/;
/** Matches names of versions that belong to a thing, such as the version of an app. */
const OWN_VERSION = /(?:^|_)(?:app|client|firmware|os|software|driver|to|from|new|target|min|max)_version$/;

/** Tells whether no conversation mentions an argument of this name. `tool` is the tool that takes it. */
export function isUnspoken(name: string, tool = ''): boolean {
  const snake = snakeOf(name);
  if (OWN_VERSION.test(snake) || !UNSPOKEN.test(snake)) return false;
  return !PLAIN.test(snake) || !ownWords(tool).some((word) => OF_VERSIONS.test(word));
}
