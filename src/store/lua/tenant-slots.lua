#!lua flags=allow-oom
--[[
  tenant-slots: bound how many jobs of one tenant and queue run at the same time.
  Keys     1 sorted set of slots in use, by the time of their expiry   2 sorted set of waiting jobs, by their arrival
  Args     1 what to do: take, renew, release, or wait   2 job   3 token of this run of the job
           4 slots of the tenant   5 milliseconds that a slot is held without renewal
  Returns  1 if the run holds a slot, else 0; number of jobs that wait; jobs that may run now, each with a slot reserved

  A slot belongs to one run of a job (job and token), a reserved one to the job alone. Free slots are reserved for
  waiting jobs, in the order of their arrival; one whose job does not come for a while goes to a run that is here.
]]
local slots, waiting = KEYS[1], KEYS[2]
local what, job, run = ARGV[1], ARGV[2], ARGV[2] .. ' ' .. ARGV[3]
local limit, lease = tonumber(ARGV[4]), tonumber(ARGV[5])
local WAITING_MS = 86400000
-- How long a slot is kept for a job alone.
local RESERVED_MS = 100

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', slots, '-inf', now)

local function hold(member)
  redis.call('ZADD', slots, now + lease, member)
  redis.call('PEXPIRE', slots, lease)
end

local holds = false
local admitted = {}
if what == 'release' then
  redis.call('ZREM', slots, run)
elseif what == 'renew' then
  holds = redis.call('ZSCORE', slots, run) ~= false
elseif what == 'wait' then
  -- Its slot may have been reserved before the job could be moved on.
  if redis.call('ZSCORE', slots, job) then
    table.insert(admitted, job)
  else
    redis.call('ZADD', waiting, 'NX', string.format('%.0f', time[1] * 1000000 + time[2]), job)
    redis.call('PEXPIRE', waiting, WAITING_MS)
  end
end

local free = limit - redis.call('ZCARD', slots)
while free > 0 do
  local first = redis.call('ZPOPMIN', waiting)[1]
  if not first then break end
  hold(first)
  table.insert(admitted, first)
  free = free - 1
end

-- A reserved slot idles until its job is fetched, which may be behind many others: a run that is here takes it then, and
-- the job waits in front of the others.
local function take_over()
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', slots, '-inf', now + lease - RESERVED_MS)) do
    if not string.find(member, ' ', 1, true) then
      redis.call('ZREM', slots, member)
      redis.call('ZADD', waiting, 0, member)
      redis.call('PEXPIRE', waiting, WAITING_MS)
      return true
    end
  end
  return false
end

if what == 'take' then holds = redis.call('ZREM', slots, job) == 1 or free > 0 or take_over() end
if holds then hold(run) end
return {holds and 1 or 0, redis.call('ZCARD', waiting), admitted}
