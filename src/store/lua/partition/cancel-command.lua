#!lua flags=allow-oom
--[[
  cancel-command: give up on a command, unless it has been dealt with.
  Keys     1 lease   2 cancelled   3 replies that are held back for its sender's process
  Args     1 command id   2 its entry id, or '' when unknown   3 its request id   4 milliseconds to remember it
           5 what the count is raised by: a random number, because a failover may lose cancellations, and a count that
           is reached twice would hide other ones
  Returns  'passed' when the cursor is at or after the command, or its reply is held back; 'cancelled' when no batch will
           ever apply it: the raised count makes every commit that does not know of it look first
]]
-- include entry-id
local cursor = redis.call('HGET', KEYS[1], 'cursor')
if cursor and ARGV[2] ~= '' and not is_before(cursor, ARGV[2]) then return 'passed' end
if redis.call('HEXISTS', KEYS[3], ARGV[3]) == 1 then return 'passed' end
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('HINCRBY', KEYS[1], 'cancels', ARGV[5])
return 'cancelled'
