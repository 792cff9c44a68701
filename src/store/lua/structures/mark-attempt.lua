#!lua flags=allow-oom
--[[
  mark-attempt: count the attempts of one command, before each attempt, because the command may kill its process.
  Keys     1 lease
  Args     1 fence   2 entry id of the command
  Returns  number of attempts of the command, including this one; 0 if the lease is lost
]]
local seen = redis.call('HMGET', KEYS[1], 'fence', 'tried')
if seen[1] ~= ARGV[1] then return 0 end
if seen[2] == ARGV[2] then return redis.call('HINCRBY', KEYS[1], 'tries', 1) end
redis.call('HSET', KEYS[1], 'tried', ARGV[2], 'tries', '1')
return 1
