// Names of arguments for technical use, which people never mention in a conversation, such as expected_version, etag
// and idempotency_key.
import { ownWords, snakeOf } from './split-words.ts';

const UNSPOKEN = /(?:^|_)(?:version|revision|etag|if_match|stamp|idempotency_key|client_key|cursor)$/;
const PLAIN = /^(?:version|revision)$/;
/** Matches words in names of tools for versions, such as restore_version. There people do mention the version. */
const OF_VERSIONS = /^(?:version|revision|restore|revert|rollback|roll|install|upgrade|downgrade|publish|release|tag)$/;
/** Matches names of versions that belong to a thing, such as app_version. People do mention these. */
const OWN_VERSION = /(?:^|_)(?:app|client|firmware|os|software|driver|to|from|new|target|min|max)_version$/;

/** Tells whether people never mention an argument of this name. `tool` is the name of its tool. */
export function isUnspoken(name: string, tool = ''): boolean {
  const snake = snakeOf(name);
  if (OWN_VERSION.test(snake) || !UNSPOKEN.test(snake)) return false;
  return !PLAIN.test(snake) || !ownWords(tool).some((word) => OF_VERSIONS.test(word));
}
