#!lua flags=allow-oom
--[[
  mark-durable: write a mark, so that a wait of this connection for disks or replicas includes all earlier writes, also
                those of other connections. A server waits only for the writes of the connection that waits.
  Keys     1 mark
  Args     none
  Returns  1
]]
redis.call('SET', KEYS[1], '1')
return 1
