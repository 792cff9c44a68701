#!lua flags=allow-oom
--[[
  mark-durable: write something, so that a wait of this connection for disks or replicas is for all that was written
                before, also by others. A server waits only for what the connection itself has written.
  Keys     1 mark
  Args     none
  Returns  1
]]
redis.call('SET', KEYS[1], '1')
return 1
