#!lua flags=allow-oom
--[[
  set-unless-other: set a text for a while, unless another text than the expected one is there.
  Keys     1 text
  Args     1 the text that may be there   2 the new text   3 its lifetime in milliseconds
  Returns  1 when it was set, 0 when another text is there
]]
local present = redis.call('GET', KEYS[1])
if present and present ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
