#!lua flags=allow-oom
--[[
  cancel-command: cancel a command, unless it is completed.
  Keys     1 lease   2 cancelled   3 replies that are held back for its sender's process
  Args     1 command id   2 its entry id, or '' if that is unknown   3 its request id
           4 milliseconds for which the cancellation is remembered
           5 number to add to the count of cancellations. It is random, because a failover may lose cancellations: if
           the count then reached the same value again, a batch would miss other cancellations
  Returns  'passed' if the cursor is at or after the command, or its reply is held back; 'cancelled' if no batch will
           ever apply it: the new count refuses every commit that has not checked this cancellation
]]
-- include entry-id
local cursor = redis.call('HGET', KEYS[1], 'cursor')
if cursor and ARGV[2] ~= '' and not is_before(cursor, ARGV[2]) then return 'passed' end
if redis.call('HEXISTS', KEYS[3], ARGV[3]) == 1 then return 'passed' end
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('HINCRBY', KEYS[1], 'cancels', ARGV[5])
return 'cancelled'
