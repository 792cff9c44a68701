#!lua flags=allow-oom
--[[
  take-slot: begin something of which only some may go on at the same time.
  Keys     1 sorted set: what goes on, by the time of its last sign of life; expires
  Args     1 its id   2 most that may go on   3 milliseconds after which a silent one counts no more
  Returns  1 if it may begin, 0 when too many go on. One that has begun may call again: it is alive
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local slots, id, most, lifetime = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', slots, '-inf', now - lifetime)
if not redis.call('ZSCORE', slots, id) and redis.call('ZCARD', slots) >= most then return 0 end
redis.call('ZADD', slots, now, id)
redis.call('PEXPIRE', slots, lifetime)
return 1
