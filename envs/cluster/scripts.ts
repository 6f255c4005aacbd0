// Lua scripts that Redis runs as one step each, so that no other server can change a key while a script runs. A session
// has two keys. Both contain {id}, so that a sharded Redis keeps both on one machine:
// own:{id}  hash: o the owner, e the epoch (a number that grows with every new owner), n the number of log lines
// log:{id}  stream: the lines of the session's log, each in a field l, under the id LINE-EPOCH

/**
 * Adds lines to the logs of several sessions. Redis accepts the lines of a session only from its owner, with the
 * owner's epoch, and only at the end of the log. So a server that was frozen while another server took over can add
 * nothing. ARGV: owner, then per session: epoch, number of lines before, milliseconds to live, number of lines (-1 ends
 * the session), lines. Answer: 1 or 0 per session.
 */
const append = `
local done = {}
local a = 2
for i = 1, #KEYS, 2 do
  local epoch, at, ttl, count = ARGV[a], tonumber(ARGV[a + 1]), ARGV[a + 2], tonumber(ARGV[a + 3])
  a = a + 4
  local own = redis.call('HMGET', KEYS[i], 'o', 'e', 'n')
  local new = own[1] == false and at == 0 and epoch == '1'
  local ours = own[1] == ARGV[1] and own[2] == epoch
  if count < 0 then
    if ours then redis.call('UNLINK', KEYS[i], KEYS[i + 1]) end
    done[#done + 1] = (ours or own[1] == false) and 1 or 0
  elseif new or (ours and tonumber(own[3]) == at) then
    for k = 0, count - 1 do
      redis.call('XADD', KEYS[i + 1], (at + k + 1) .. '-' .. epoch, 'l', ARGV[a + k])
    end
    if new then redis.call('HSET', KEYS[i], 'o', ARGV[1], 'e', epoch, 'n', count)
    elseif count > 0 then redis.call('HSET', KEYS[i], 'n', at + count) end
    redis.call('PEXPIRE', KEYS[i], ttl)
    redis.call('PEXPIRE', KEYS[i + 1], ttl)
    done[#done + 1] = 1
  else
    done[#done + 1] = 0
  end
  if count > 0 then a = a + count end
end
return done`;

/**
 * Makes a server the owner of a session if the session still has the owner and epoch that the server has read. ARGV:
 * server, owner read, epoch read. Answer: the new epoch, then the log lines; nothing if another server was faster or
 * the session has ended.
 */
const claim = `
local own = redis.call('HMGET', KEYS[1], 'o', 'e')
if own[1] ~= ARGV[2] or own[2] ~= ARGV[3] then return {} end
local epoch = tonumber(own[2]) + 1
redis.call('HSET', KEYS[1], 'o', ARGV[1], 'e', epoch)
local lines = { epoch }
for _, entry in ipairs(redis.call('XRANGE', KEYS[2], '-', '+')) do lines[#lines + 1] = entry[2][2] end
return lines`;

/**
 * Gives up the ownership of sessions, so that any server can take them over at once. ARGV: server, then an epoch per
 * session.
 */
const release = `
for i = 1, #KEYS do
  local own = redis.call('HMGET', KEYS[i], 'o', 'e')
  if own[1] == ARGV[1] and own[2] == ARGV[i + 1] then redis.call('HSET', KEYS[i], 'o', '') end
end
return 1`;

/**
 * Renews the record of a server. KEYS: the server's record, the list of all records, the request to drain the server.
 * ARGV: the server's id, its record, milliseconds of the lease. Answer: first 1 or 0 for whether the server should
 * drain, then 1 or 0 for whether the record still existed.
 */
const beat = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stood = redis.call('EXISTS', KEYS[1])
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - 60000)
return { redis.call('EXISTS', KEYS[3]), stood }`;

/**
 * Ends the lease of a late server whose port refuses connections. Does nothing if the server has renewed its lease in
 * the meantime. ARGV: the remaining milliseconds below which a server counts as late.
 */
const bury = `
if redis.call('PTTL', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
return redis.call('DEL', KEYS[1])`;

export const SCRIPTS = { append, claim, release, beat, bury } as const;
export type ScriptName = keyof typeof SCRIPTS;
