-- Adjusting a price by hand has a scope of its own from here on. Whoever may create shipments could do it until now: keys that exist keep what
-- they had. Programs from before look for the scopes that they know and leave this one as it is.
update api_keys set scopes = array_append(scopes, 'adjustments:write')
 where 'shipments:write' = any (scopes) and not 'adjustments:write' = any (scopes);
