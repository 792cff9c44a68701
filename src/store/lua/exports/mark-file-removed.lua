#!lua flags=allow-oom
--[[
  mark-file-removed: record that the file of a run was removed. A run that was deleted, or has no file, stays as it is.
  Keys     1 run
  Args     1 time, ISO 8601
  Returns  1 if it was recorded, else 0
]]
if redis.call('HDEL', KEYS[1], 'file') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'fileRemovedTime', ARGV[1])
return 1
