#!lua flags=allow-oom
--[[
  tenant-slots: limit how many jobs of one tenant and queue run at the same time.
  Keys     1 sorted set of slots in use, by the time of their expiry   2 sorted set of waiting jobs, in their order
           3 set of tenants with waiting jobs
  Args     1 action: take, renew, release, enter, wait, free-expired or drop   2 tenant   3 number of slots of the tenant
           4 milliseconds that a slot is held without renewal   5 token of the run (take, renew, release), else ''
           6.. jobs; one for take, renew and release, none for free-expired
  Returns  1 if the run holds a slot, else 0; number of waiting jobs; jobs that may run now, each with a slot reserved

  A slot belongs to one run of a job (job and token), and a reserved slot to the job alone. Free slots are reserved for
  the jobs that have waited longest. A reserved slot that its job does not take soon becomes free again, and the job
  then waits in front of the others: its process was killed before the job was moved, or the job is behind many others.
]]
local slots, waiting, tenants = KEYS[1], KEYS[2], KEYS[3]
local action, tenant = ARGV[1], ARGV[2]
local limit, lease = tonumber(ARGV[3]), tonumber(ARGV[4])
local job = ARGV[6]
local run = job and job .. ' ' .. ARGV[5]
local RESERVED_MS = 2000
-- Much longer than any slot is held: if the key expired, jobs with reserved slots would be lost.
local KEPT_MS = 86400000

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local has_entered = false

local function hold(member, ms)
  redis.call('ZADD', slots, now + ms, member)
  redis.call('PEXPIRE', slots, KEPT_MS)
end
local function enter(order, member)
  redis.call('ZADD', waiting, 'NX', string.format('%.0f', order), member)
  has_entered = true
end

for _, member in ipairs(redis.call('ZRANGEBYSCORE', slots, '-inf', now)) do
  redis.call('ZREM', slots, member)
  if not string.find(member, ' ', 1, true) then enter(0, member) end
end

local holds = false
if action == 'take' then
  holds = redis.call('ZREM', slots, job) == 1
  if not holds then
    local before = redis.call('ZRANK', waiting, job) or redis.call('ZCARD', waiting)
    holds = before < limit - redis.call('ZCARD', slots)
    if holds then redis.call('ZREM', waiting, job) end
  end
  if holds then hold(run, lease) end
elseif action == 'renew' then
  holds = redis.call('ZSCORE', slots, run) ~= false
  if holds then hold(run, lease) end
elseif action == 'release' then
  redis.call('ZREM', slots, run)
elseif action == 'drop' then
  redis.call('ZREM', slots, job)
  redis.call('ZREM', waiting, job)
end

local admitted = {}
if action == 'enter' or action == 'wait' or (action == 'take' and not holds) then
  for i = 6, #ARGV do
    if not redis.call('ZSCORE', slots, ARGV[i]) then
      enter(time[1] * 1000000 + time[2] + i, ARGV[i])
    elseif action == 'wait' then
      -- A slot was reserved before the job was ready for it.
      table.insert(admitted, ARGV[i])
    end
  end
end

local free = action == 'enter' and 0 or limit - redis.call('ZCARD', slots)
while free > 0 do
  local first = redis.call('ZPOPMIN', waiting)[1]
  if not first then break end
  hold(first, RESERVED_MS)
  table.insert(admitted, first)
  free = free - 1
end

local left = redis.call('ZCARD', waiting)
if has_entered or (action == 'free-expired' and left > 0) then
  redis.call('SADD', tenants, tenant)
  redis.call('PEXPIRE', waiting, KEPT_MS)
elseif action == 'free-expired' and redis.call('ZCARD', slots) == 0 then
  redis.call('SREM', tenants, tenant)
end
return {holds and 1 or 0, left, admitted}
