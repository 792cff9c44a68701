#!lua flags=allow-oom
--[[
  delete-export: delete an export, and remember it for the next sweep.
  Keys     1 exports of the store   2 deleted exports of the store
  Args     1 export
  Returns  1 if it was deleted, 0 if there was none
]]
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('SADD', KEYS[2], ARGV[1])
return 1
