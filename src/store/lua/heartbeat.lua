#!lua flags=allow-oom
--[[
  heartbeat: say that a process is alive, forget those that have not for too long.
  Keys     1 sorted set of processes
  Args     1 process, or '' to only look   2 milliseconds after which a silent one is forgotten
  Returns  all living processes
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
if ARGV[1] ~= '' then redis.call('ZADD', KEYS[1], now, ARGV[1]) end
return redis.call('ZRANGE', KEYS[1], 0, -1)
