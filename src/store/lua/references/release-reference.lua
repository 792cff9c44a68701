#!lua flags=allow-oom
--[[
  release-reference: release a unique reference, if this holder has it and has not claimed it again since.
  Keys     1 reference hash
  Args     1 reference   2 holder   3 milliseconds since 1970 of the command that gave it up
  Returns  1 if this call has released the claim, else 0
]]
local present = redis.call('HGET', KEYS[1], ARGV[1])
if not present then return 0 end
local holder, since = string.match(present, '^(%S+) (%d+)$')
if holder ~= ARGV[2] or tonumber(since) > tonumber(ARGV[3]) then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])
