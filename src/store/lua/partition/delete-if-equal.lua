#!lua flags=allow-oom
--[[
  delete-if-equal: delete a text if it still has the expected value.
  Keys     1 text
  Args     1 expected value
  Returns  1 if it was deleted, 0 if it has another value or does not exist
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
