#!lua flags=allow-oom
--[[
  redrive-dead-letter: send the command of a dead letter again, at the end of its partition's stream.
  Keys     1 dead letters   2 commands
  Args     1 entry id of the dead letter   2 command as it goes back
  Returns  the command's new entry id; false when there is no such dead letter (any more)
]]
if redis.call('XDEL', KEYS[1], ARGV[1]) == 0 then return false end
return redis.call('XADD', KEYS[2], '*', 'c', ARGV[2])
