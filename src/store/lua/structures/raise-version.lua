#!lua flags=allow-oom
--[[
  raise-version: tell all processes that something changed that they keep in memory.
  Keys     1 version
  Args     none
  Returns  the new version
  The flag is set because the change has taken effect, also if its writes have filled the memory.
]]
return redis.call('INCR', KEYS[1])
