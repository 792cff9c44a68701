#!lua flags=allow-oom
--[[
  tenant-slots: limit how many jobs of one tenant and queue run at the same time, and share the slots among receivers.
  Keys     1 sorted set of slots in use, by the time of their expiry   2 sorted set of waiting jobs, by their order
           3 sorted set of the same jobs, sorted by receiver and order   4 set of tenants with waiting jobs
  Args     1 action: take, renew, release, enter, wait, free-expired or drop   2 tenant   3 number of slots of the tenant
           4 number of these that are only for receivers without a slot   5 milliseconds that a slot is held without
           renewal   6 token of the run (take, renew, release), else ''   7.. jobs; one for take, renew, release and
           drop, none for free-expired
  Returns  1 if the run holds a slot, else 0; number of waiting jobs; jobs that may run now, each with a slot reserved

  A job is named by its receiver and its id, with a space between them. A slot belongs to one run of a job (job, space and
  token), and a reserved slot to the job alone. The receivers with waiting jobs take turns, and the jobs of a receiver are
  admitted in their order. A reserved slot that its job does not take soon becomes free again, and the job then waits in
  front of the others of its receiver: its process was killed before the job was moved, or the job is behind many others.
]]
local slots, waiting, by_receiver, tenants = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local action, tenant, token, job = ARGV[1], ARGV[2], ARGV[6], ARGV[7]
local limit, for_others, lease = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local run = job and job .. ' ' .. token
local RESERVED_MS = 2000
-- Much longer than any slot is held: if the key expired, jobs with reserved slots would be lost.
local KEPT_MS = 86400000

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local has_entered = false

local function receiver_of(name) return string.match(name, '^%S*') end
local function is_reserved(member) return string.match(member, '^%S* %S+$') ~= nil end
-- All orders have 16 digits, so that they sort as texts.
local function sorted_name(name, order)
  local receiver, id = string.match(name, '^(%S*) (%S+)$')
  return string.format('%s %016.0f %s', receiver, order, id)
end

local free, in_use
local function hold(member, ms)
  free = free - redis.call('ZADD', slots, now + ms, member)
  redis.call('PEXPIRE', slots, KEPT_MS)
  if in_use then in_use[receiver_of(member)] = true end
end
-- Returns whether the member had a slot.
local function give_back(member)
  local removed = redis.call('ZREM', slots, member)
  free = free + removed
  return removed == 1
end
local function enter(order, name)
  if redis.call('ZADD', waiting, 'NX', string.format('%.0f', order), name) == 0 then return end
  redis.call('ZADD', by_receiver, 0, sorted_name(name, order))
  has_entered = true
end
local function leave(name)
  local order = redis.call('ZSCORE', waiting, name)
  if not order then return end
  redis.call('ZREM', waiting, name)
  redis.call('ZREM', by_receiver, sorted_name(name, order))
end

for _, member in ipairs(redis.call('ZRANGEBYSCORE', slots, '-inf', now)) do
  redis.call('ZREM', slots, member)
  if is_reserved(member) then enter(0, member) end
end

-- The clock was ahead when these slots were taken, and was set back.
local latest = string.format('%.0f', now + math.max(lease, RESERVED_MS))
for _, member in ipairs(redis.call('ZRANGEBYSCORE', slots, '(' .. latest, '+inf')) do
  redis.call('ZADD', slots, latest, member)
end

free = limit - redis.call('ZCARD', slots)
-- Whether a receiver may take one of the free slots, if there are any. The last ones are for receivers that have none.
local function may_take(receiver)
  if free > for_others then return true end
  if not in_use then
    in_use = {}
    for _, member in ipairs(redis.call('ZRANGE', slots, 0, -1)) do in_use[receiver_of(member)] = true end
  end
  return not in_use[receiver]
end

local holds = false
if action == 'take' then
  if give_back(job) then
    hold(run, lease)
    holds = true
  elseif free > 0 and redis.call('ZCARD', waiting) == 0 and may_take(receiver_of(job)) then
    hold(run, lease)
    holds = true
  else
    enter(time[1] * 1000000 + time[2], job)
  end
elseif action == 'renew' then
  holds = redis.call('ZSCORE', slots, run) ~= false
  if holds then hold(run, lease) end
elseif action == 'release' then
  give_back(run)
elseif action == 'drop' then
  give_back(job)
  leave(job)
end

local admitted = {}
if action == 'enter' or action == 'wait' then
  for i = 7, #ARGV do
    if not redis.call('ZSCORE', slots, ARGV[i]) then
      enter(time[1] * 1000000 + time[2] + i, ARGV[i])
    elseif action == 'wait' then
      -- A slot was reserved before the job was ready for it.
      table.insert(admitted, ARGV[i])
    end
  end
end

-- Returns the next receiver with waiting jobs after `receiver`, in a circle, the first of its jobs, and its entry.
local function next_after(receiver)
  -- '!' is the character after the space.
  local first = redis.call('ZRANGEBYLEX', by_receiver, '[' .. receiver .. '!', '+', 'LIMIT', 0, 1)[1]
    or redis.call('ZRANGEBYLEX', by_receiver, '-', '+', 'LIMIT', 0, 1)[1]
  if not first then return nil end
  local found, id = string.match(first, '^(%S*) %d+ (%S+)$')
  return found, found .. ' ' .. id, first
end

local last, refused = receiver_of(job or ''), nil
while free > 0 and action ~= 'enter' do
  local receiver, name, entry = next_after(last)
  -- The end of a circle in which no receiver may take a slot.
  if not receiver or receiver == refused then break end
  if may_take(receiver) then
    redis.call('ZREM', waiting, name)
    redis.call('ZREM', by_receiver, entry)
    refused = nil
    if action == 'take' and name == job then
      hold(run, lease)
      holds = true
    else
      hold(name, RESERVED_MS)
      table.insert(admitted, name)
    end
  else
    refused = refused or receiver
  end
  last = receiver
end

local left = redis.call('ZCARD', waiting)
if has_entered or (action == 'free-expired' and left > 0) then
  redis.call('SADD', tenants, tenant)
  for _, key in ipairs({ waiting, by_receiver }) do redis.call('PEXPIRE', key, KEPT_MS) end
elseif action == 'free-expired' and redis.call('ZCARD', slots) == 0 then
  redis.call('SREM', tenants, tenant)
end
return {holds and 1 or 0, left, admitted}
