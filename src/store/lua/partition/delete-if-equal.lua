#!lua flags=allow-oom
--[[
  delete-if-equal: delete a text, if it is still this one.
  Keys     1 text
  Args     1 what it must be
  Returns  1 when it was deleted, 0 when it is another or none
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
