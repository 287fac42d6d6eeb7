/** A web application that does not know Weir, and the containers that can run it. */
package com.acme.web;
