#!lua flags=allow-oom
--[[
  take-slot: take one of a limited number of slots, or renew it.
  Keys     1 sorted set: slots by the time of their last renewal; expires
  Args     1 id of the slot   2 maximum number of slots   3 milliseconds after which a slot without renewal is free
  Returns  1 if the slot is taken or renewed, 0 if no slot is free
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local slots, id, limit, lifetime = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', slots, '-inf', now - lifetime)
-- The clock was ahead at these renewals, and was set back.
for _, holder in ipairs(redis.call('ZRANGEBYSCORE', slots, '(' .. string.format('%.0f', now), '+inf')) do
  redis.call('ZADD', slots, now, holder)
end
if not redis.call('ZSCORE', slots, id) and redis.call('ZCARD', slots) >= limit then return 0 end
redis.call('ZADD', slots, now, id)
redis.call('PEXPIRE', slots, lifetime)
return 1
