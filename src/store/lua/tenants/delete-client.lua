#!lua flags=allow-oom
--[[
  delete-client: delete a client, and record its store, whose data stays.
  Keys     1 clients of the tenant   2 set of the tenant's stores   3 version
  Args     1 client   2 its store
  Returns  1 if it was deleted, 0 if there is no such client (any more)
  The flag is set because credentials must be revocable also if the memory is full.
]]
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('SADD', KEYS[2], ARGV[2])
redis.call('INCR', KEYS[3])
return 1
