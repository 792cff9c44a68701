#!lua flags=allow-oom
--[[
  set-unless-other: set a text with a lifetime, unless the key has a text other than the expected one.
  Keys     1 text
  Args     1 expected text   2 new text   3 its lifetime in milliseconds
  Returns  1 if it was set, 0 if the key has another text
]]
local present = redis.call('GET', KEYS[1])
if present and present ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
