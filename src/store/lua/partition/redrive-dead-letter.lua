#!lua flags=allow-oom
--[[
  redrive-dead-letter: append the command of a dead letter to its partition's stream again.
  Keys     1 dead letters   2 commands
  Args     1 entry id of the dead letter   2 command to append
  Returns  the command's new entry id; false if there is no such dead letter (any more)
]]
if redis.call('XDEL', KEYS[1], ARGV[1]) == 0 then return false end
return redis.call('XADD', KEYS[2], '*', 'c', ARGV[2])
