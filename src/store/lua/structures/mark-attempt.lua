#!lua flags=allow-oom
--[[
  mark-attempt: count the tries of one command before it is tried, for it may kill its process.
  Keys     1 lease
  Args     1 fence   2 entry id of the command
  Returns  how often the command has been tried, this time included; 0 when the lease is lost
]]
local seen = redis.call('HMGET', KEYS[1], 'fence', 'tried')
if seen[1] ~= ARGV[1] then return 0 end
if seen[2] == ARGV[2] then return redis.call('HINCRBY', KEYS[1], 'tries', 1) end
redis.call('HSET', KEYS[1], 'tried', ARGV[2], 'tries', '1')
return 1
