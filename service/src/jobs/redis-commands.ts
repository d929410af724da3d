import type { Redis } from 'ioredis';

/**
 * Each change of a job in Redis is one Lua script, so that a worker that dies leaves nothing half done. `KEYS[1]` is the
 * hash of the job. Its other keys have the same prefix, and the same hash tag, so that they lie in one slot of a cluster:
 * - `:known`: hash of page key to the owner that queues it; '' while the page is in `:pending`
 * - `:pending`: list of "key task" of pages that wait for their turn
 * - `:done`: hash of page key to the id of the call that finished it, with "-" before it if the page was a duplicate
 * - `:granted`: hash of page key to the pages that its end has released
 * - `:aliases`: hash of alias to page key
 * - `:docs`, `:errors`: lists of outcomes; `:events`: stream; `:robots`: set of URLs that robots.txt forbids
 * - `:calls`: hash of the ids of calls that add something to their results, so that a repeated call adds nothing
 */
const COMMON = `
local base = KEYS[1]
local function get(field) return redis.call('HGET', base, field) end
local function number(field) return tonumber(get(field) or '0') end
local function expire(name) redis.call('PEXPIREAT', base .. name, get('expiresAt')) end
local function event(kind, time, data)
  local id = redis.call('HINCRBY', base, 'events', 1)
  redis.call('XADD', base .. ':events', 'MAXLEN', '~', 10000, id .. '-0', 'type', kind, 'time', time, 'data', data)
  expire(':events')
  redis.call('PUBLISH', base, 'event')
  return id
end
local function finish(status, now, keep, data)
  redis.call('HSET', base, 'status', status)
  redis.call('HSETNX', base, 'endedAt', now)
  redis.call('HSET', base, 'expiresAt', string.format('%.0f', tonumber(now) + tonumber(keep)))
  redis.call('UNLINK', base .. ':known', base .. ':pending', base .. ':done', base .. ':granted', base .. ':aliases')
  event(status, now, data)
  for _, name in ipairs({'', ':docs', ':errors', ':events', ':robots', ':calls'}) do expire(name) end
  redis.call('PUBLISH', base, status)
end
local function total()
  return math.min(redis.call('HLEN', base .. ':known') - number('dropped'), number('limit'))
end
`;

const RESERVE = `${COMMON}
if get('status') ~= 'scraping' then return {} end
local parent, limit, atOnce = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('HSET', base, 'limit', limit, 'atOnce', atOnce)
local released, finished, dropped = number('released'), number('finished'), number('dropped')
local known = redis.call('HLEN', base .. ':known')
local answer = {}
for i = 4, #ARGV, 2 do
  local key, task = ARGV[i], ARGV[i + 1]
  local owner = redis.call('HGET', base .. ':known', key)
  if owner == parent then
    if redis.call('HEXISTS', base .. ':done', key) == 0 then table.insert(answer, task) end
  elseif not owner and redis.call('HEXISTS', base .. ':aliases', key) == 0 then
    if released - finished < atOnce and released - dropped < limit then
      redis.call('HSET', base .. ':known', key, parent)
      released, known = released + 1, known + 1
      table.insert(answer, task)
    elseif known - dropped < 2 * limit + 100 then
      redis.call('HSET', base .. ':known', key, '')
      redis.call('RPUSH', base .. ':pending', key .. ' ' .. task)
      known = known + 1
    end
  end
end
redis.call('HSET', base, 'released', released, 'total', total())
expire(':known') expire(':pending')
return answer
`;

const FINISH_PAGE = `${COMMON}
local key, call, now, keep, isDocument, outcome, credits = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5] == '1', ARGV[6], tonumber(ARGV[7])
local status = get('status')
local ending = get('endedBy') == key
if status ~= 'scraping' then
  return { (ending and get('endedByCall') == call) and 1 or 0, 0, ending and 1 or 0 }
end
local was = redis.call('HGET', base .. ':done', key)
if was then
  local answer = { (was == call or was == '-' .. call) and 1 or 0, was:sub(1, 1) == '-' and 1 or 0, 0 }
  for _, entry in ipairs(cjson.decode(redis.call('HGET', base .. ':granted', key) or '[]')) do
    local page, task = entry:match('^(%S+) (.*)$')
    if redis.call('HEXISTS', base .. ':done', page) == 0 then table.insert(answer, task) end
  end
  return answer
end
if redis.call('HEXISTS', base .. ':known', key) == 0 then return { 0, 0, 0 } end

local isDuplicate = false
for i = 10, #ARGV do
  local alias = ARGV[i]
  local owner = redis.call('HGET', base .. ':aliases', alias)
  if owner and owner ~= key then isDuplicate = true end
  if not owner and alias ~= key and (redis.call('HGET', base .. ':known', alias) or '') ~= '' then
    if (redis.call('HGET', base .. ':done', alias) or ''):sub(1, 1) ~= '-' then isDuplicate = true end
  end
end
redis.call('HSET', base .. ':done', key, isDuplicate and ('-' .. call) or call)
redis.call('HINCRBY', base, 'finished', 1)
if isDuplicate then
  redis.call('HINCRBY', base, 'dropped', 1)
elseif isDocument then
  for i = 10, #ARGV do redis.call('HSETNX', base .. ':aliases', ARGV[i], key) end
  redis.call('RPUSH', base .. ':docs', outcome)
  redis.call('HINCRBY', base, 'completed', 1)
  local most = get('maxCredits')
  if most then credits = math.max(0, math.min(credits, tonumber(most) - number('creditsUsed'))) end
  redis.call('HINCRBYFLOAT', base, 'creditsUsed', tostring(credits))
else
  redis.call('RPUSH', base .. ':errors', outcome)
  redis.call('HINCRBY', base, 'failed', 1)
end
if not isDuplicate then event(ARGV[8], now, ARGV[9]) end

local released, finished, dropped = number('released'), number('finished'), number('dropped')
local limit, atOnce = number('limit'), number('atOnce')
local answer, granted = { 1, isDuplicate and 1 or 0, 0 }, {}
while released - finished < atOnce and released - dropped < limit do
  local entry = redis.call('LPOP', base .. ':pending')
  if not entry then break end
  local page, task = entry:match('^(%S+) (.*)$')
  redis.call('HSET', base .. ':known', page, '+')
  released = released + 1
  table.insert(granted, entry)
  table.insert(answer, task)
end
redis.call('HSET', base, 'released', released, 'total', total())
if #granted > 0 then redis.call('HSET', base .. ':granted', key, cjson.encode(granted)) end
if released == finished then
  redis.call('HSET', base, 'endedBy', key, 'endedByCall', call, 'total', number('completed') + number('failed'))
  finish('completed', now, keep, '{}')
  answer[3] = 1
else
  for _, name in ipairs({':done', ':docs', ':errors', ':granted', ':aliases'}) do expire(name) end
end
return answer
`;

/** ARGV: now, how long results are kept (ms), the final status or '', data of its event, then names and values of fields. */
const UPDATE = `${COMMON}
if get('status') ~= 'scraping' then return 0 end
if #ARGV > 4 then redis.call('HSET', base, unpack(ARGV, 5)) end
if ARGV[3] ~= '' then finish(ARGV[3], ARGV[1], ARGV[2], ARGV[4]) end
return 1
`;

const CHARGE = `${COMMON}
local was = redis.call('HGET', base .. ':calls', ARGV[1])
if was then return tonumber(was) end
if redis.call('EXISTS', base) == 0 then return 0 end
local most = get('maxCredits')
local fits = not most or number('creditsUsed') + tonumber(ARGV[2]) <= tonumber(most) + 1e-9
if fits then
  redis.call('HINCRBYFLOAT', base, 'creditsUsed', ARGV[2])
  redis.call('HINCRBYFLOAT', base, 'tokensUsed', ARGV[3])
end
redis.call('HSET', base .. ':calls', ARGV[1], fits and 1 or 0)
expire(':calls')
return fits and 1 or 0
`;

const ADD_EVENT = `${COMMON}
local was = redis.call('HGET', base .. ':calls', ARGV[1])
if was then return tonumber(was) end
if redis.call('EXISTS', base) == 0 then return 0 end
local id = event(ARGV[2], ARGV[3], ARGV[4])
redis.call('HSET', base .. ':calls', ARGV[1], id)
expire(':calls')
return id
`;

/** Takes a place of a host. KEYS[1]: sorted set of holders by the end of their lease. ARGV: holder, now, end of lease, limit. */
const ENTER = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[3])
return 1
`;

const COMMANDS = {
  jobReserve: RESERVE,
  jobFinishPage: FINISH_PAGE,
  jobUpdate: UPDATE,
  jobCharge: CHARGE,
  jobAddEvent: ADD_EVENT,
  hostEnter: ENTER,
};

type Command<Answer> = (key: string, ...values: (string | number)[]) => Promise<Answer>;

export type JobRedis = Redis & {
  jobReserve: Command<string[]>;
  jobFinishPage: Command<[number, number, number, ...string[]]>;
  jobUpdate: Command<number>;
  jobCharge: Command<number>;
  jobAddEvent: Command<number>;
  hostEnter: Command<number>;
};

export function defineCommands(redis: Redis): JobRedis {
  for (const [name, lua] of Object.entries(COMMANDS)) redis.defineCommand(name, { numberOfKeys: 1, lua });
  return redis as JobRedis;
}
